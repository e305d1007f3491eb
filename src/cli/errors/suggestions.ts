import { Config } from '@oclif/core'
import { ServiceError } from '../../client/create-client.js'
import { similarWords } from '../../runtime/config/similar-words.js'
import { CommandError, EXIT } from './command-error.js'

/** What may be meant by a command or a flag that is not there, as a sentence; null when nothing is similar. */
export async function suggestForUsageError(error: unknown): Promise<string | null> {
  if (!(error instanceof Error)) return null
  return suggestFlags(error) ?? (await suggestCommand(error))
}

/** oclif's error holds the flags that are not there, and what the command defines. */
type FlagsError = { readonly flags: readonly string[]; readonly parse: { readonly input: { flags: object } } }

function suggestFlags(error: Error & Partial<FlagsError>): string | null {
  if (!Array.isArray(error.flags) || error.parse === undefined) return null
  const defined = Object.entries(error.parse.input.flags).filter(([, flag]) => flag.hidden !== true)
  const names = defined.flatMap(([name, flag]) => [`--${name}`, ...(flag.allowNo ? [`--no-${name}`] : [])])
  const meant = error.flags
    .filter((flag) => flag.startsWith('--'))
    .flatMap((flag) => similarWords(flag, names))
  return didYouMeanSentence([...new Set(meant)])
}

/** More words than a command has. */
const DEPTH = 3

async function suggestCommand({ message }: Error): Promise<string | null> {
  const [, id] = /^command (\S{1,500}) not found/.exec(message) ?? []
  if (id === undefined) return null
  const words = id.split(':').slice(0, DEPTH)
  const { bin, commandIDs } = await Config.load(import.meta.url)
  const known = [...new Set(commandIDs.flatMap(commandPrefixes))]
  // Arguments may follow the command, so that the longest beginning that is similar is meant.
  for (let length = words.length; length > 0; length -= 1) {
    const ofLength = known.filter((one) => one.length === length).map((one) => one.join(' '))
    const meant = similarWords(words.slice(0, length).join(' '), ofLength)
    if (meant.length > 0) return didYouMeanSentence(meant.map((words) => `\`${bin} ${words}\``))
  }
  return null
}

/** A topic is the beginning of its commands. */
const commandPrefixes = (id: string): string[][] =>
  id.split(':').map((_, index, words) => words.slice(0, index + 1))

/** `Did you mean a or b?`; null of nothing. */
export const didYouMeanSentence = (meant: readonly string[]): string | null =>
  meant.length === 0 ? null : `Did you mean ${meant.join(' or ')}?`

/** The answer of the service; where it is that there is no such thing, with what may be meant. */
export async function withNotFoundSuggestions<T>(
  ask: () => Promise<T>,
  similar: () => Promise<readonly string[]>,
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 404) throw error
    // Who may not list what there is hears the answer as it is.
    const hint = didYouMeanSentence(await similar().catch(() => []))
    if (hint === null) throw error
    const { code, message, status } = error
    throw new CommandError({ code, message, hint, status, exitCode: EXIT.failed })
  }
}
