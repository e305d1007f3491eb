import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '../../client/create-client.js'
import { type Character, getCharacter } from '../../contract/characters.js'
import { readBuiltPage } from '../../runtime/process/package-root.js'
import { findCharacterId } from '../characters/find-character.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import { fetchLink } from '../output/download-file.js'

const PLACE = '<script type="application/json" id="data">{}</script>'
/** The page holds the model as text; browsers take no more at ease. */
const BYTES_MAX = 64 * 2 ** 20

/** One page that shows the model, with all that it needs in it (src/web/model-view). */
export async function renderModelPage({ character, url }: FoundModel, signal: AbortSignal): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of await fetchLink({ url, what: 'model' }, signal)) {
    pieces.push(piece as Buffer) // a stream of bytes
    size += (piece as Buffer).length
    if (size > BYTES_MAX) throw tooLarge()
  }
  const page = await readBuiltPage('model-view')
  const data = { name: character.name, model: Buffer.concat(pieces).toString('base64') }
  // No text may end the element that holds it: in JSON, a < may be written so.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return page.replace(PLACE, () => PLACE.replace('{}', () => json))
}

/** A file of its own among the temporary ones, which the system removes. */
export const createTemporaryPagePath = async (): Promise<string> =>
  join(await mkdtemp(join(tmpdir(), 'parley-model-')), 'model.html')

const tooLarge = () =>
  new CommandError({
    code: 'too_large',
    message: `A model over ${BYTES_MAX / 2 ** 20} MB is not shown on a page`,
    hint: 'Save it with `parley model download`, or look at its --preview.',
    exitCode: EXIT.failed,
  })

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
