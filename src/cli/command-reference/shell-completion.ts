import type { CommandDescription } from './describe-commands.js'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** The words that may follow a prefix of the command line. */
type CompletionStep = { readonly after: string; readonly words: readonly CompletionWord[] }
type CompletionWord = { readonly word: string; readonly means: string }

/** A completion script for a shell. Completing starts no program: all words are in the script. */
export function completionScript(shell: Shell, bin: string, commands: readonly CommandDescription[]): string {
  const steps = stepsOf(commands)
  return { bash, zsh, fish }[shell](bin, steps)
}

/** One step for each topic with its subcommands, and for each command with its flags. */
function stepsOf(commands: readonly CommandDescription[]): CompletionStep[] {
  const steps = new Map<string, Map<string, string>>()
  const add = (after: string, word: string, means: string) => {
    const words = steps.get(after) ?? new Map<string, string>()
    if (!words.get(word)) words.set(word, means)
    steps.set(after, words)
  }
  for (const { command, summary = '', flags } of commands) {
    const parts = command.split(' ')
    parts.forEach((part, index) => {
      add(parts.slice(0, index).join(' '), part, index === parts.length - 1 ? summary : '')
    })
    for (const { name, hidden } of flags) if (!hidden) add(command, `--${name}`, '')
  }
  return [...steps].map(([after, words]) => ({
    after,
    words: [...words].map(([word, means]) => ({ word, means })),
  }))
}

const wordsOf = ({ words }: CompletionStep): string => words.map(({ word }) => word).join(' ')

/** The cases of a lookup by the longest known prefix before the cursor, so that arguments and flags are skipped. */
const caseLines = (steps: readonly CompletionStep[], assign: (step: CompletionStep) => string): string =>
  steps.map((step) => `    '${step.after}') ${assign(step)} ;;`).join('\n')

const bash = (
  bin: string,
  steps: readonly CompletionStep[],
): string => `# ${bin} completion for bash: eval "$(${bin} completion bash)"
_${bin}_words() {
  case "$1" in
${caseLines(steps, (step) => `echo '${wordsOf(step)}'`)}
  esac
}
_${bin}() {
  local known='' word current="\${COMP_WORDS[COMP_CWORD]}" offered=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ -n $(_${bin}_words "\${known:+$known }$word") ]] && known="\${known:+$known }$word"
  done
  for word in $(_${bin}_words "$known"); do
    [[ $word == --* && $current != -* ]] || offered+=" $word"
  done
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -o default -F _${bin} ${bin}
`

const zsh = (bin: string, steps: readonly CompletionStep[]): string => `#compdef ${bin}
# ${bin} completion for zsh: eval "$(${bin} completion zsh)"
_${bin}_words() {
  case "$1" in
${caseLines(steps, (step) => `reply=(${step.words.map(described).join(' ')})`)}
    *) reply=() ;;
  esac
}
_${bin}() {
  local known='' word
  local -a reply
  for word in "\${(@)words[2,CURRENT-1]}"; do
    _${bin}_words "\${known:+$known }$word"
    (( $#reply )) && known="\${known:+$known }$word"
  done
  _${bin}_words "$known"
  _describe '${bin}' reply || _files
}
compdef _${bin} ${bin}
`

/** zsh separates a word from its description by a colon. */
const described = ({ word, means }: CompletionWord): string =>
  means === '' ? `'${word}'` : `'${word}:${means.replaceAll("'", "'\\''").replaceAll(':', '\\:')}'`

const fish = (
  bin: string,
  steps: readonly CompletionStep[],
): string => `# ${bin} completion for fish: ${bin} completion fish | source
function __${bin}_after
  set -l known ''
  for word in (commandline -opc)[2..-1]
    set -l longer (string trim "$known $word")
    contains -- $longer $__${bin}_known; and set known $longer
  end
  test "$known" = "$argv"
end
set -g __${bin}_known ${steps
  .filter(({ after }) => after !== '')
  .map(({ after }) => `'${after}'`)
  .join(' ')}
${steps.flatMap(({ after, words }) => words.map((word) => fishLine(bin, after, word))).join('\n')}
`

function fishLine(bin: string, after: string, { word, means }: CompletionWord): string {
  const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`
  const about = means === '' ? '' : ` -d '${means.replaceAll("'", "\\'")}'`
  return `complete -c ${bin} -n "__${bin}_after ${after}" ${what}${about}`
}
