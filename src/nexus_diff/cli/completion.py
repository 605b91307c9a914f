"""`nexus-diff completion`: the script that teaches a shell what may be typed."""

from __future__ import annotations

import argparse

from nexus_diff.cli.command import Command
from nexus_diff.cli.outputs import write_stdout

# The words come from `nexus-diff __complete` (cli/completing.py). bash breaks words at = and :, so it hands over the line as it is.
_BASH = r"""# nexus-diff completion for bash
_nexus_diff() {
    local place answer word current="$2"
    COMPREPLY=()
    answer="$("${1/#\~/$HOME}" __complete bash "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)" || return
    {
        IFS= read -r place
        while IFS= read -r word; do COMPREPLY+=("$word"); done
    } <<<"$answer"
    [[ "${COMP_WORDS[COMP_CWORD]}" == [=:] ]] && current=""
    case "$place" in
        files | folders)
            compopt -o filenames
            [[ "$place" == files ]] && place=-f || place=-d
            while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "$place" -- "$current")
            ;;
    esac
}
complete -F _nexus_diff nexus-diff
"""
_ZSH = r"""#compdef nexus-diff
# nexus-diff completion for zsh
_nexus_diff() {
    local line place
    local -a answer values displays
    answer=("${(@f)$("${(Q)words[1]/#\~/$HOME}" __complete zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
    place="$answer[1]"
    for line in "${(@)answer[2,-1]}"; do
        values+=("${line%%$'\t'*}")
        if [[ -n "${line#*$'\t'}" ]]; then displays+=("${line/$'\t'/  -- }"); else displays+=("${line%%$'\t'*}"); fi
    done
    (( $#values )) && compadd -l -d displays -a values
    case "$place" in
        files) compset -P '*='; _files ;;
        folders) compset -P '*='; _files -/ ;;
    esac
}
if [[ "$funcstack[1]" == _nexus_diff ]]; then
    _nexus_diff "$@"
else
    compdef _nexus_diff nexus-diff
fi
"""
_FISH = r"""# nexus-diff completion for fish
function __nexus_diff_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l answer (command $before[1] __complete fish $before[2..-1] "$current" 2>/dev/null)
    printf '%s\n' $answer[2..-1]
    switch "$answer[1]"
        case files
            __fish_complete_path (string replace -r '^-.*?=' '' -- "$current")
        case folders
            __fish_complete_directories (string replace -r '^-.*?=' '' -- "$current") ''
    end
end
complete -c nexus-diff -f -a '(__nexus_diff_complete)'
"""
SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}


def describe(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("shell", choices=tuple(SCRIPTS), help="bash, zsh or fish")


def completion(arguments: argparse.Namespace) -> int:
    """Prints a script."""
    write_stdout(SCRIPTS[arguments.shell])
    return 0


_DESCRIPTION = "Prints a script that completes commands, options, their values, branches, tags and ranges."
_EXAMPLES = """\
examples, for the start-up file of the shell:
  eval "$(nexus-diff completion bash)"      in ~/.bashrc
  eval "$(nexus-diff completion zsh)"       in ~/.zshrc, after compinit
  nexus-diff completion fish | source       in ~/.config/fish/config.fish
"""
COMMANDS = {"completion": Command(_DESCRIPTION, describe, completion, _EXAMPLES)}
