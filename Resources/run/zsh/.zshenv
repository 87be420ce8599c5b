# zsh in `lisan run` reads this first, and then the person's own files from their folder, as always.
# Before each prompt, marks (OSC 133) are put around it again, if it has none: A before it, B behind it.
if [[ -n ${LISAN_ZDOTDIR-} ]]; then
  export ZDOTDIR=$LISAN_ZDOTDIR
else
  unset ZDOTDIR
fi
unset LISAN_ZDOTDIR
if [[ -o interactive ]]; then
  _lisan_marks() {
    # Without an editor of lines, or where % is no sign of a prompt, there are no marks.
    [[ -o zle && -o prompt_percent ]] || return 0
    emulate -L zsh
    [[ ${PS1-} == *133\;* ]] || PS1=$'%{\e]133;A\a%}'${PS1-}$'%{\e]133;B\a%}'
    [[ ${PS2-} == *133\;* ]] || PS2=$'%{\e]133;A;k=s\a%}'${PS2-}$'%{\e]133;B\a%}'
    # Behind the person's own functions, which may set the prompt.
    [[ ${precmd_functions[-1]} == _lisan_marks ]] ||
      precmd_functions=(${precmd_functions:#_lisan_marks} _lisan_marks)
  }
  precmd_functions+=(_lisan_marks)
fi
if [[ -r ${ZDOTDIR:-$HOME}/.zshenv ]]; then
  . "${ZDOTDIR:-$HOME}/.zshenv"
fi
