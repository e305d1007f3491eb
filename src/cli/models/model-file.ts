import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '../../client/create-client.js'
import { type Character, getCharacter } from '../../contract/characters.js'
import { findCharacterId } from '../characters/find-character.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import { fetchLink } from '../output/download-file.js'
import { renderHtmlPage } from '../output/output-file.js'

/** A character and the URL of its model. */
export type FoundModel = { readonly character: Character; readonly url: string }

type Service = { readonly client: Client; readonly baseUrl: string }

/** Finds the URL of a character's model or of its preview. Unlike the status operation, this does not advance a job. */
export async function findModel(
  { client, baseUrl }: Service,
  idOrName: string,
  { preview }: { readonly preview: boolean },
): Promise<FoundModel> {
  const characterId = await findCharacterId(client, idOrName)
  const character = await client.call(getCharacter, { params: { characterId } })
  const address = preview ? character.model_preview_url : character.model_url
  if (!address) throw noModel(character, preview)
  // A service may return a relative URL.
  return { character, url: new URL(address, `${baseUrl}/`).href }
}

function noModel({ id, model_status }: Character, preview: boolean): CommandError {
  const isInProgress = model_status !== null && !['failed', 'ready', 'completed'].includes(model_status)
  return new CommandError({
    code: 'no_model',
    message: `The character has no ${preview ? 'preview of a model' : 'model'} yet`,
    hint: isInProgress
      ? `Wait for it with \`parley model status ${id} --wait\`.`
      : `Generate one with \`parley model generate ${id} --wait\`.`,
    exitCode: EXIT.failed,
  })
}

/** The page contains the model as base64; browsers handle no more with ease. */
const MAX_MODEL_BYTES = 64 * 2 ** 20

/** Downloads a model and embeds it into a page that shows it (src/web/model-view). */
export async function renderModelPage({ character, url }: FoundModel, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of await fetchLink({ url, what: 'model' }, signal)) {
    chunks.push(chunk as Buffer) // a stream of bytes
    size += (chunk as Buffer).length
    if (size > MAX_MODEL_BYTES) throw tooLarge()
  }
  const model = Buffer.concat(chunks).toString('base64')
  return renderHtmlPage('model-view', { name: character.name, model })
}

/** The path of a new file in the temporary folder of the system. */
export const createTemporaryPagePath = async (): Promise<string> =>
  join(await mkdtemp(join(tmpdir(), 'parley-model-')), 'model.html')

const tooLarge = () =>
  new CommandError({
    code: 'too_large',
    message: `A model over ${MAX_MODEL_BYTES / 2 ** 20} MB is too large for a page`,
    hint: 'Save it with `parley model download`, or view its --preview.',
    exitCode: EXIT.failed,
  })
