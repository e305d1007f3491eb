import { Config } from '@oclif/core'
import { ServiceError } from '../../client/create-client.js'
import { similarWords } from '../../runtime/config/similar-words.js'
import { CommandError, EXIT } from './command-error.js'

/** Suggests similar names for an unknown command or flag, as a sentence; null when nothing is similar. */
export async function suggestForUsageError(error: unknown): Promise<string | null> {
  if (!(error instanceof Error)) return null
  return suggestFlags(error) ?? (await suggestCommand(error))
}

/** oclif's error contains the unknown flags and the definition of the command. */
type FlagsError = { readonly flags: readonly string[]; readonly parse: { readonly input: { flags: object } } }

function suggestFlags(error: Error & Partial<FlagsError>): string | null {
  if (!Array.isArray(error.flags) || error.parse === undefined) return null
  const defined = Object.entries(error.parse.input.flags).filter(([, flag]) => flag.hidden !== true)
  const names = defined.flatMap(([name, flag]) => [`--${name}`, ...(flag.allowNo ? [`--no-${name}`] : [])])
  const similar = error.flags
    .filter((flag) => flag.startsWith('--'))
    .flatMap((flag) => similarWords(flag, names))
  return didYouMeanSentence([...new Set(similar)])
}

/** The longest command has three words. */
const MAX_COMMAND_WORDS = 3

async function suggestCommand({ message }: Error): Promise<string | null> {
  const [, id] = /^command (\S{1,500}) not found/.exec(message) ?? []
  if (id === undefined) return null
  const words = id.split(':').slice(0, MAX_COMMAND_WORDS)
  const { bin, commandIDs } = await Config.load(import.meta.url)
  const known = [...new Set(commandIDs.flatMap(commandPrefixes))]
  // Arguments may follow the command, so the longest similar prefix wins.
  for (let length = words.length; length > 0; length -= 1) {
    const ofLength = known.filter((one) => one.length === length).map((one) => one.join(' '))
    const similar = similarWords(words.slice(0, length).join(' '), ofLength)
    if (similar.length > 0) return didYouMeanSentence(similar.map((words) => `\`${bin} ${words}\``))
  }
  return null
}

/** The command and the topics it belongs to. */
const commandPrefixes = (id: string): string[][] =>
  id.split(':').map((_, index, words) => words.slice(0, index + 1))

/** `Did you mean a or b?`; null for an empty list. */
export const didYouMeanSentence = (names: readonly string[]): string | null =>
  names.length === 0 ? null : `Did you mean ${names.join(' or ')}?`

/** Adds suggestions to the error of a request that the service answers with 404. */
export async function withNotFoundSuggestions<T>(
  request: () => Promise<T>,
  similar: () => Promise<readonly string[]>,
): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 404) throw error
    // Without permission to list records there is nothing to suggest.
    const hint = didYouMeanSentence(await similar().catch(() => []))
    if (hint === null) throw error
    const { code, message, status } = error
    throw new CommandError({ code, message, hint, status, exitCode: EXIT.failed })
  }
}
