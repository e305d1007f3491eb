/** Takes what starts commands from the helpers that do, or starts the command line itself. */
const STARTS =
  /\b(?:parley\w*|runInHost|bin)\b[^}]*\} from '[^']*\/(?:cli|command-host|terminal)\.js'|bin\/run\.js/
/** Help, the list of commands and the completion of shells show every command. */
const SHOWS_ALL = /--help\b|(['"`])(?:-h|help|commands|completion)\1/
/** A string that is one word. */
const WORD = /(['"`])([\w-]+)\1/g

export const startsCommands = (text) => STARTS.test(text)

/** Each command of the project, with the words that start it. */
export const commandsIn = (paths) =>
  paths.flatMap((file) => {
    const words = /^commands\/(.+)\.ts$/.exec(file)?.[1]?.split('/')
    return words === undefined ? [] : [{ file, words }]
  })

/** The commands that texts name: side by side (`characters list`), or each word as a string; all, if one shows all. */
export function namedCommands(commands, texts) {
  if (texts.some((text) => SHOWS_ALL.test(text))) return commands
  const strings = new Set(texts.flatMap((text) => [...text.matchAll(WORD)].map(([, , word]) => word)))
  return commands.filter(({ words }) => {
    const line = new RegExp(`\\b${words.join(' ')}\\b`)
    return (
      words.every((word) => strings.has(word)) || (words.length > 1 && texts.some((text) => line.test(text)))
    )
  })
}

/** What depends on these arguments: a command, all of them, as help does, or `none`, where no command begins like this. */
export function startedCommands(commands, args) {
  if (args.includes('--help') || args.includes('-h')) return commands
  const [first] = args
  const started = commands
    .filter(({ words }) => words.every((word, at) => args[at] === word))
    .sort((one, other) => other.words.length - one.words.length)[0]
  if (started !== undefined) return [started]
  const isNone =
    first === '--version' || (first !== undefined && !commands.some(({ words }) => words[0] === first))
  return isNone && first !== 'help' ? [] : commands
}
