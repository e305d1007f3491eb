import { type Client, ServiceError } from '../../client/create-client.js'
import { type Character, getCharacter, listCharacters } from '../../contract/characters.js'
import { similarWords } from '../../runtime/config/similar-words.js'
import { ambiguousNameError } from '../errors/ambiguous-name.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import { withNotFoundSuggestions } from '../errors/suggestions.js'
import { printableLine } from '../output/printable.js'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const LONGEST_SEARCH = 100

/**
 * The id of the character that a person means: an id, a name, or the beginning of either when only one has it, unless
 * the `whole` is asked for. What matches nothing is passed on as an id, so that the service answers in its own words.
 */
export async function findCharacterId(
  client: Client,
  words: string,
  accept: 'beginning' | 'whole' = 'beginning',
): Promise<string> {
  if (UUID.test(words) || words.length > LONGEST_SEARCH || words.trim() === '') return words
  const { characters } = await client.call(listCharacters, { query: { search: words, limit: 100 } })
  const matches = bestMatches(characters, words.toLowerCase(), accept)
  if (matches.length > 1) throw ambiguousNameError(words, 'characters', matches)
  const [meant] = accept === 'whole' ? bestMatches(characters, words.toLowerCase(), 'beginning') : []
  if (matches.length === 0 && meant !== undefined) throw prefixNotAccepted(meant)
  return matches[0]?.id ?? suggestOrPassThrough(client, words)
}

/** The same, of a character that is there: for what would begin much before the service is asked for it. */
export async function requireCharacterId(client: Client, words: string): Promise<string> {
  const characterId = await findCharacterId(client, words)
  await client.call(getCharacter, { params: { characterId } }).catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error
    // A key may be allowed to talk to characters and not to read them.
    if (error.status !== 404 && error.status !== 422) return
    throw new CommandError({
      code: 'not_found',
      message: `There is no character ${printableLine(words)} at ${client.baseUrl}`,
      hint: 'See `parley characters list`.',
      exitCode: EXIT.failed,
    })
  })
  return characterId
}

/** Words that are no character's in the list: an id that may be read all the same, or a slip. */
async function suggestOrPassThrough(client: Client, words: string): Promise<string> {
  const { characters } = await client.call(listCharacters, { query: { limit: 100 } })
  const names = similarWords(
    words,
    characters.map(({ name }) => name),
  )
  if (names.length === 0) return words
  const meant = characters.filter(({ name }) => names.includes(name)).slice(0, SUGGESTED)
  const ask = () => client.call(getCharacter, { params: { characterId: words } })
  await withNotFoundSuggestions(ask, async () =>
    meant.map(({ id, name }) => `${printableLine(name)} (${id})`),
  )
  return words
}

const SUGGESTED = 3

const prefixNotAccepted = ({ id, name }: Character): CommandError =>
  new CommandError({
    code: 'not_found',
    message: 'Character not found',
    hint: `Only a whole name or an id will do here. Did you mean ${printableLine(name)} (${id})?`,
    exitCode: EXIT.failed,
  })

function bestMatches(characters: readonly Character[], words: string, accept: 'beginning' | 'whole') {
  const tests = [
    ({ id }: Character) => id.toLowerCase() === words,
    ({ name }: Character) => name.toLowerCase() === words,
    ({ id, name }: Character) =>
      accept === 'beginning' && (id.startsWith(words) || name.toLowerCase().startsWith(words)),
  ]
  return tests.map((test) => characters.filter(test)).find((matches) => matches.length > 0) ?? []
}
