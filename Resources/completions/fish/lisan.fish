# Completion of lisan for fish. Commands, options, what they take and what they do are read from
# `lisan --help`, in its language, so this needs no change when they do.

# The value that an option takes, `DIR` or `sh|fish`; nothing where it takes none.
function __lisan_value --argument-names option
    for line in $argv[2..]
        set -l parts (string match --regex -- "^  $option ([^ ].*?)(?:  |\$)" $line)
        and echo $parts[2]
    end
end

# What can stand for a placeholder of the help.
function __lisan_fill --argument-names program placeholder current before
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
                    case CODE
                        $program list 2>/dev/null | string replace --regex '^([^\t]*\t[^\t]*).*' '$1'
                    case NAME
                        $program list-settings 2>/dev/null | string replace --regex '^([^\t]*\t[^\t]*).*' '$1'
                    case VALUE
                        $program list-settings $before 2>/dev/null | string replace --regex '^([^\t]*\t[^\t]*).*' '$1'
                    case SECTION.ITEM
                        $program open --list 2>/dev/null | string replace --regex '^([^\t]*\t[^\t]*).*' '$1'
                    case REGION
                        $program list-settings market 2>/dev/null | string replace --regex '^([^\t]*\t[^\t]*).*' '$1'
                    case (string lower -- $word)
                        echo $word
                end
            end
    end
end

# The lines of the help, with descriptions on one line each.
function __lisan_help
    set -l text ($argv --help 2>/dev/null | string collect)
    # A name that fills its line is followed by its description.
    set text (string replace --all --regex '\n  (\S+(?: \S+)*)\n {3,}' '\n  $1  ' -- $text | string collect)
    string replace --all --regex '\n {3,}' ' ' -- $text
end

# Names and what they do, from lines of the help.
function __lisan_entries
    string match --regex --groups-only -- $argv[1] $argv[2..] | while read -l name
        read -l text
        printf '%s\t%s\n' $name $text
    end
end

function __lisan
    set -l words (commandline --tokenize --current-process --cut-at-cursor)
    set -l current (commandline --current-token --cut-at-cursor)
    set -l program $words[1]
    set -l general (__lisan_help $program)
    set -l help $general
    set -l value
    set -l arguments
    for word in $words[2..]
        switch $word
            case '-*=*'
            case '-*'
                set value (__lisan_value $word $help)
            case '*'
                if test -n "$value"
                    set value
                else
                    set --append arguments $word
                    test (count $arguments) -gt 1
                    or set help (__lisan_help $program $word)
                end
        end
    end
    if string match --quiet -- '--*=*' $current
        set -l parts (string split --max 1 = -- $current)
        __lisan_fill $program (__lisan_value $parts[1] $help) "$parts[2]" | string replace --regex -- '^' "$parts[1]="
    else if test -n "$value"
        __lisan_fill $program $value "$current"
    else if string match --quiet -- '-*' $current
        __lisan_entries '^  (--[^ ]+).*?  +(.*)$' $help
    else if test (count $arguments) -eq 0
        __lisan_entries '^  ([a-z][^ ]*).*?  +(.*)$' $general
    else
        # The command's own line: its name, its options in brackets, then what it takes.
        set -l line (string match --regex --groups-only -- "^  ($arguments[1] .*?)(?:  |\$)" $general)
        and set -l parts (string replace --all --regex '\[--[^]]*\] ?' '' -- $line | string split --no-empty ' ')
        and __lisan_fill $program "$parts[$(math (count $arguments) + 1)]" "$current" $arguments[-1]
    end
end

complete --command lisan --no-files --arguments '(__lisan)'
