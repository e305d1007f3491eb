import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '../../client/create-client.js'
import { type Character, getCharacter } from '../../contract/characters.js'
import { getModelStatus, MODEL_STAGES } from '../../contract/models.js'
import { findCharacterId } from '../characters/find-character.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import { fetchLink } from '../output/download-file.js'
import { renderHtmlPage } from '../output/output-file.js'
import type { SpokenReply } from './spoken-reply.js'

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

type PageContent = FoundModel & {
  /** A PNG of the model; null: there is none. */
  readonly poster: Uint8Array | null
  /** Things of the appearance that the model does not show. */
  readonly notShown: readonly string[]
  /** What the character says on the page. */
  readonly spoken: SpokenReply | null
  /** When the page is written, as ISO 8601. */
  readonly writtenAt: string
}

/** Downloads a model and embeds it into a page that shows it (src/web/model-view). */
export async function renderModelPage(content: PageContent, signal: AbortSignal): Promise<string> {
  const { character, url, poster, notShown, spoken, writtenAt } = content
  return renderHtmlPage('model-view', {
    characterId: character.id,
    name: character.name,
    isVoiced: !character.text_only,
    writtenAt,
    model: (await download({ url, what: 'model', maxBytes: MAX_MODEL_BYTES }, signal)).toString('base64'),
    appearance: character.appearance,
    notShown,
    spoken,
    poster: poster === null ? null : Buffer.from(poster).toString('base64'),
  })
}

const MAX_POSTER_BYTES = 4 * 2 ** 20

/** The picture of a finished model, and what it does not show. A job in progress is not asked: that would advance it. */
export async function readModelDetails(
  { client, baseUrl }: Service,
  { id, model_status }: Character,
  signal: AbortSignal,
): Promise<Pick<PageContent, 'poster' | 'notShown'>> {
  const none = { poster: null, notShown: [] }
  if (model_status === null || IN_PROGRESS.has(model_status)) return none
  const { thumbnailUrl, notShown = [] } = await client.call(getModelStatus, { params: { characterId: id } })
  if (!thumbnailUrl) return { ...none, notShown }
  const { href: url } = new URL(thumbnailUrl, `${baseUrl}/`)
  // The page can do without it.
  const poster = await download({ url, what: 'picture', maxBytes: MAX_POSTER_BYTES }, signal).catch(
    () => null,
  )
  return { poster, notShown }
}

const IN_PROGRESS: ReadonlySet<string> = new Set(MODEL_STAGES)

type Download = { readonly url: string; readonly what: 'model' | 'picture'; readonly maxBytes: number }

async function download({ url, what, maxBytes }: Download, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of await fetchLink({ url, what }, signal)) {
    chunks.push(chunk as Buffer) // a stream of bytes
    size += (chunk as Buffer).length
    if (size > maxBytes) throw tooLarge(what, maxBytes)
  }
  return Buffer.concat(chunks)
}

/** The path of a new file in the temporary folder of the system. */
export const createTemporaryPagePath = async (): Promise<string> =>
  join(await mkdtemp(join(tmpdir(), 'parley-model-')), 'model.html')

const tooLarge = (what: string, maxBytes: number) =>
  new CommandError({
    code: 'too_large',
    message: `A ${what} over ${maxBytes / 2 ** 20} MB is too large for a page`,
    hint: 'Save it with `parley model download`, or view its --preview.',
    exitCode: EXIT.failed,
  })
