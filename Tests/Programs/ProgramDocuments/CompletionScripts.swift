import CommandLineTool

/// A source of completions for a placeholder: a command of the program that prints one word per
/// line, optionally followed by a tab and more text.
struct CompletionSource: Hashable, Sendable {
  /// The placeholder in the help: `CODE`.
  let placeholder: String
  let command: String
  /// Whether the command takes the argument before the placeholder: `set theme VALUE` offers what
  /// `list-settings theme` prints.
  let takesArgumentBefore: Bool

  init(_ placeholder: String, command: String, takesArgumentBefore: Bool = false) {
    self.placeholder = placeholder
    self.command = command
    self.takesArgumentBefore = takesArgumentBefore
  }

  /// The command, and what it takes.
  fileprivate func line(_ argument: String) -> String {
    takesArgumentBefore ? "\(command) \(argument)" : command
  }
}

/// The shell completions of a program.
///
/// A script reads the program's help at completion time. So it offers all commands and options in
/// the user's language and need not change with them. It contains only the program's name and the
/// sources of words.
struct CompletionScripts {
  private let program: String
  /// The program's name in the form for shell function names.
  private let function: String
  private let sources: [CompletionSource]

  init(for syntax: CommandLineSyntax, sources: [CompletionSource]) {
    program = syntax.program
    function = String(decoding: program.utf8.map { $0 == 0x2D ? 0x5F : $0 }, as: UTF8.self)
    self.sources = sources
  }

  /// The `case` branches for all sources.
  private func cases(_ text: (CompletionSource) -> String) -> String {
    sources.map { text($0) + "\n" }.joined()
  }
}

extension CompletionScripts {
  var bash: String {
    let cases = cases {
      #"          \#($0.placeholder)) words+=($("$program" \#($0.line("\"$before\"")) 2>/dev/null | cut -f 1)) ;;"#
    }
    return #"""
      # Completion of \#(program) for bash. Commands, options and what they take are read from
      # `\#(program) --help`, so this needs no change when they do.

      # The value that an option takes, `DIR` or `sh|fish`; nothing where it takes none.
      _\#(function)_value() {
        local line
        while IFS= read -r line; do
          [[ $line == "  $2 "* ]] || continue
          line=${line#"  $2 "}
          [[ $line == ' '* ]] || printf '%s\n' "${line%%  *}"
          return
        done <<<"$1"
      }

      # Fills COMPREPLY with what can stand for a placeholder of the help.
      _\#(function)_fill() {
        local program=$1 placeholder=$2 current=$3 before=$4 word
        local -a words=()
        placeholder=${placeholder//[\[\]]/}
        case $placeholder in
          DIR) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
          PROGRAM) mapfile -t COMPREPLY < <(compgen -c -- "$current") ;;
          *FILE) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
          *)
            for word in ${placeholder//|/ }; do
              case $word in
      \#(cases)          [a-z]*) words+=("$word") ;;
              esac
            done
            mapfile -t COMPREPLY < <(compgen -W "${words[*]}" -- "$current")
            ;;
        esac
      }

      _\#(function)() {
        local program=${1/#\~\//$HOME/} current=${COMP_WORDS[COMP_CWORD]} word value= line
        local general help
        local -a arguments=() words=()
        COMPREPLY=()
        general=$("$program" --help 2>/dev/null) || return
        help=$general
        # bash takes `--log=FILE` apart at the sign.
        [[ $current == = ]] && current=
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case $word in
            =) ;;
            -*) value=$(_\#(function)_value "$help" "$word") ;;
            *)
              if [[ -n $value ]]; then
                value=
              else
                arguments+=("$word")
                ((${#arguments[@]} > 1)) || help=$("$program" "$word" --help 2>/dev/null)
              fi
              ;;
          esac
        done
        if [[ -n $value ]]; then
          _\#(function)_fill "$program" "$value" "$current"
        elif [[ $current == -* ]]; then
          while IFS= read -r line; do
            [[ $line == '  --'* ]] && words+=("${line:2}") && words[-1]=${words[-1]%% *}
          done <<<"$help"
          mapfile -t COMPREPLY < <(compgen -W "${words[*]}" -- "$current")
        elif ((${#arguments[@]} == 0)); then
          while IFS= read -r line; do
            [[ $line == '  '[a-z]* ]] && words+=("${line:2}") && words[-1]=${words[-1]%% *}
          done <<<"$general"
          mapfile -t COMPREPLY < <(compgen -W "${words[*]}" -- "$current")
        else
          # The command's own line: its name, its options in brackets, then what it takes.
          while IFS= read -r line; do
            [[ $line == "  ${arguments[0]} "* ]] || continue
            line=${line:2}
            line=${line%%  *}
            while [[ $line =~ \[--[^]]*\]\ * ]]; do line=${line/"${BASH_REMATCH[0]}"/}; done
            read -ra words <<<"$line"
            _\#(function)_fill "$program" "${words[${#arguments[@]}]}" "$current" "${arguments[-1]}"
          done <<<"$general"
        fi
      }

      complete -F _\#(function) \#(program)

      """#
  }
}

extension CompletionScripts {
  var fish: String {
    let cases = cases {
      #"""
                          case \#($0.placeholder)
                              $program \#($0.line("$before")) 2>/dev/null | string replace --regex '^([^\t]*\t[^\t]*).*' '$1'
      """#
    }
    return #"""
      # Completion of \#(program) for fish. Commands, options, what they take and what they do are read from
      # `\#(program) --help`, in its language, so this needs no change when they do.

      # The value that an option takes, `DIR` or `sh|fish`; nothing where it takes none.
      function __\#(function)_value --argument-names option
          for line in $argv[2..]
              set -l parts (string match --regex -- "^  $option ([^ ].*?)(?:  |\$)" $line)
              and echo $parts[2]
          end
      end

      # What can stand for a placeholder of the help.
      function __\#(function)_fill --argument-names program placeholder current before
          set placeholder (string replace --all --regex '[\[\]]' '' -- $placeholder)
          switch $placeholder
              case DIR
                  __fish_complete_directories $current
              case PROGRAM
                  __fish_complete_command
              case '*FILE'
                  __fish_complete_path $current
              case '*'
                  for word in (string split '|' -- $placeholder)
                      switch $word
      \#(cases)                    case (string lower -- $word)
                              echo $word
                      end
                  end
          end
      end

      # The lines of the help, with descriptions on one line each.
      function __\#(function)_help
          set -l text ($argv --help 2>/dev/null | string collect)
          # A name that fills its line is followed by its description.
          set text (string replace --all --regex '\n  (\S+(?: \S+)*)\n {3,}' '\n  $1  ' -- $text | string collect)
          string replace --all --regex '\n {3,}' ' ' -- $text
      end

      # Names and what they do, from lines of the help.
      function __\#(function)_entries
          string match --regex --groups-only -- $argv[1] $argv[2..] | while read -l name
              read -l text
              printf '%s\t%s\n' $name $text
          end
      end

      function __\#(function)
          set -l words (commandline --tokenize --current-process --cut-at-cursor)
          set -l current (commandline --current-token --cut-at-cursor)
          set -l program $words[1]
          set -l general (__\#(function)_help $program)
          set -l help $general
          set -l value
          set -l arguments
          for word in $words[2..]
              switch $word
                  case '-*=*'
                  case '-*'
                      set value (__\#(function)_value $word $help)
                  case '*'
                      if test -n "$value"
                          set value
                      else
                          set --append arguments $word
                          test (count $arguments) -gt 1
                          or set help (__\#(function)_help $program $word)
                      end
              end
          end
          if string match --quiet -- '--*=*' $current
              set -l parts (string split --max 1 = -- $current)
              __\#(function)_fill $program (__\#(function)_value $parts[1] $help) "$parts[2]" | string replace --regex -- '^' "$parts[1]="
          else if test -n "$value"
              __\#(function)_fill $program $value "$current"
          else if string match --quiet -- '-*' $current
              __\#(function)_entries '^  (--[^ ]+).*?  +(.*)$' $help
          else if test (count $arguments) -eq 0
              __\#(function)_entries '^  ([a-z][^ ]*).*?  +(.*)$' $general
          else
              # The command's own line: its name, its options in brackets, then what it takes.
              set -l line (string match --regex --groups-only -- "^  ($arguments[1] .*?)(?:  |\$)" $general)
              and set -l parts (string replace --all --regex '\[--[^]]*\] ?' '' -- $line | string split --no-empty ' ')
              and __\#(function)_fill $program "$parts[$(math (count $arguments) + 1)]" "$current" $arguments[-1]
          end
      end

      complete --command \#(program) --no-files --arguments '(__\#(function))'

      """#
  }
}

extension CompletionScripts {
  var zsh: String {
    let cases = cases {
      #"          \#($0.placeholder)) words+=(${(f)"$(_call_program words ${(q)program} \#($0.line("${(q)arguments[-1]}")) 2>/dev/null)"}) ;;"#
    }
    return #"""
      #compdef \#(program)
      # Completion of \#(program) for zsh. Commands, options, what they take and what they do are read from
      # `\#(program) --help`, in its language, so this needs no change when they do.

      # Sets `reply` to the lines of the help, with descriptions on one line each.
      _\#(function)_help() {
        local line
        reply=()
        for line in "${(@f)$(_call_program help ${(q)@} --help 2>/dev/null)}"; do
          if [[ $line != '   '* ]]; then
            reply+=("$line")
          elif [[ ${reply[-1]#  } == *'  '* ]]; then
            reply[-1]+=" ${line##[[:space:]]#}"
          else
            # The name above fills its line.
            reply[-1]+="  ${line##[[:space:]]#}"
          fi
        done
      }

      # Sets `value` to what an option takes, `DIR` or `sh|fish`; to nothing where it takes none.
      _\#(function)_value() {
        local line
        value=
        for line in $help; do
          [[ $line == "  $1 "* ]] || continue
          line=${line#"  $1 "}
          [[ $line == ' '* ]] || value=${line%%  *}
        done
      }

      # Offers what can stand for a placeholder of the help.
      _\#(function)_fill() {
        local -a words
        local word placeholder=${1//[\[\]]/}
        case $placeholder in
          DIR) _files -/ ;;
          PROGRAM) _command_names -e ;;
          *FILE) _files ;;
          *)
            for word in ${(s:|:)placeholder}; do
              case $word in
      \#(cases)          [a-z]*) words+=($word) ;;
              esac
            done
            # Of a language's line, the code and the name.
            words=(${words/(#m)$'\t'*/:${${(s:	:)MATCH}[1]}})
            _describe \#(program) words
            ;;
        esac
      }

      _\#(function)() {
        setopt local_options extended_glob
        local program=${~${(Q)words[1]}} word value line
        local -a general help arguments entries reply
        _\#(function)_help $program
        general=("${(@)reply}")
        help=($general)
        for word in ${words[2,CURRENT-1]}; do
          case $word in
            -*=*) ;;
            -*) _\#(function)_value $word ;;
            *)
              if [[ -n $value ]]; then
                value=
              else
                arguments+=($word)
                (($#arguments > 1)) || {
                  _\#(function)_help $program $word
                  help=("${(@)reply}")
                }
              fi
              ;;
          esac
        done
        if [[ $PREFIX == --*=* ]]; then
          _\#(function)_value ${PREFIX%%=*}
          compset -P '*='
        fi
        if [[ -n $value ]]; then
          _\#(function)_fill $value
        elif [[ $PREFIX == -* ]]; then
          for line in $help; do
            [[ $line == '  --'* ]] && entries+=("${${line#  }%% *}:${line##*  }")
          done
          _describe -o \#(program) entries
        elif (($#arguments == 0)); then
          for line in $general; do
            [[ $line == '  '[a-z]* ]] && entries+=("${${line#  }%% *}:${line##*  }")
          done
          _describe \#(program) entries
        else
          # The command's own line: its name, its options in brackets, then what it takes.
          for line in $general; do
            [[ $line == "  $arguments[1] "* ]] || continue
            entries=(${=${${line#  }%%  *}//\[--[^\]]#\]/})
            _\#(function)_fill "$entries[$#arguments+1]"
          done
        fi
      }

      _\#(function) "$@"

      """#
  }
}
