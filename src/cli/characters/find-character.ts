import { type Client, ServiceError } from '../../client/create-client.js'
import { type Character, getCharacter, listCharacters } from '../../contract/characters.js'
import { similarWords } from '../../runtime/config/similar-words.js'
import { ambiguousNameError, CommandError, EXIT } from '../errors/command-error.js'
import { withNotFoundSuggestions } from '../errors/suggestions.js'
import { printableLine } from '../output/printable.js'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const MAX_SEARCH_LENGTH = 100

/** The avatar of the copy that a comparison makes and deletes again, by which it is recognised; no model is told of it. */
export const THROW_AWAY_AVATAR = 'parley:throw-away-copy'

/**
 * Finds the id of a character by its id, its name, or, unless `match` is `exact`, an unambiguous prefix of either. The copy
 * of a running comparison, which has the name of its original, is found by its complete id only. A text
 * without a match is returned as it is, so that the request for it fails with the error of the service.
 */
export async function findCharacterId(
  client: Client,
  idOrName: string,
  match: 'prefix' | 'exact' = 'prefix',
): Promise<string> {
  if (UUID.test(idOrName) || idOrName.length > MAX_SEARCH_LENGTH || idOrName.trim() === '') return idOrName
  const { characters } = await client.call(listCharacters, { query: { search: idOrName, limit: 100 } })
  const originals = characters.filter(({ avatar }) => avatar !== THROW_AWAY_AVATAR)
  const matches = bestMatches(originals, idOrName.toLowerCase(), match)
  if (matches.length > 1) throw ambiguousNameError(idOrName, 'characters', matches)
  const [prefixMatch] = match === 'exact' ? bestMatches(originals, idOrName.toLowerCase(), 'prefix') : []
  if (matches.length === 0 && prefixMatch !== undefined) throw prefixNotAccepted(prefixMatch)
  return matches[0]?.id ?? suggestOrPassThrough(client, idOrName)
}

/** The same, but throws if there is no such character, before a command starts expensive work. */
export async function requireCharacterId(client: Client, idOrName: string): Promise<string> {
  const characterId = await findCharacterId(client, idOrName)
  await client.call(getCharacter, { params: { characterId } }).catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error
    // A key may have the scope to talk to characters without the scope to read them.
    if (error.status !== 404 && error.status !== 422) return
    throw new CommandError({
      code: 'not_found',
      message: `There is no character ${printableLine(idOrName)} at ${client.baseUrl}`,
      hint: 'See `parley characters list`.',
      exitCode: EXIT.failed,
    })
  })
  return characterId
}

/** Handles a text that matches no listed character: an id that is readable nevertheless, or a typing mistake. */
async function suggestOrPassThrough(client: Client, idOrName: string): Promise<string> {
  const { characters } = await client.call(listCharacters, { query: { limit: 100 } })
  const names = similarWords(
    idOrName,
    characters.map(({ name }) => name),
  )
  if (names.length === 0) return idOrName
  const similar = characters.filter(({ name }) => names.includes(name)).slice(0, MAX_SUGGESTIONS)
  const request = () => client.call(getCharacter, { params: { characterId: idOrName } })
  await withNotFoundSuggestions(request, async () =>
    similar.map(({ id, name }) => `${printableLine(name)} (${id})`),
  )
  return idOrName
}

const MAX_SUGGESTIONS = 3

const prefixNotAccepted = ({ id, name }: Character): CommandError =>
  new CommandError({
    code: 'not_found',
    message: 'Character not found',
    hint: `This command needs the complete name or the id. Did you mean ${printableLine(name)} (${id})?`,
    exitCode: EXIT.failed,
  })

function bestMatches(characters: readonly Character[], idOrName: string, match: 'prefix' | 'exact') {
  const tests = [
    ({ id }: Character) => id.toLowerCase() === idOrName,
    ({ name }: Character) => name.toLowerCase() === idOrName,
    ({ id, name }: Character) =>
      match === 'prefix' && (id.startsWith(idOrName) || name.toLowerCase().startsWith(idOrName)),
  ]
  return tests.map((test) => characters.filter(test)).find((matches) => matches.length > 0) ?? []
}
