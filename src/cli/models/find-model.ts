import type { Client } from '../../client/create-client.js'
import { type Character, getCharacter } from '../../contract/characters.js'
import { findCharacterId } from '../characters/find-character.js'
import { CommandError, EXIT } from '../errors/command-error.js'

/** A character's model: whose it is, and where it is. */
export type FoundModel = { readonly character: Character; readonly url: string }

type Place = { readonly client: Client; readonly baseUrl: string }

/** Where the model of the character that a person means is, or its preview. Reading it moves no job on. */
export async function findModel(
  { client, baseUrl }: Place,
  words: string,
  { preview }: { readonly preview: boolean },
): Promise<FoundModel> {
  const characterId = await findCharacterId(client, words)
  const character = await client.call(getCharacter, { params: { characterId } })
  const address = preview ? character.model_preview_url : character.model_url
  if (!address) throw noModel(character, preview)
  // Services may answer with an address of their own host without it.
  return { character, url: new URL(address, `${baseUrl}/`).href }
}

function noModel({ id, model_status }: Character, preview: boolean): CommandError {
  const isMaking = model_status !== null && !['failed', 'ready', 'completed'].includes(model_status)
  return new CommandError({
    code: 'no_model',
    message: `The character has no ${preview ? 'preview of a model' : 'model'} yet`,
    hint: isMaking
      ? `Wait for it with \`parley model status ${id} --wait\`.`
      : `Have one made with \`parley model generate ${id} --wait\`.`,
    exitCode: EXIT.failed,
  })
}
