import type { Client, FileInput } from '../../client/create-client.js'
import { type Character, type CharacterConfig, createCharacter } from '../../contract/characters.js'
import { linkDocument, listDocuments } from '../../contract/documents.js'
import { SECTIONS } from '../characters/character-fields.js'
import { configOf } from '../characters/compared-character.js'
import { THROW_AWAY_AVATAR } from '../characters/find-character.js'
import { addDocuments, waitForDocuments } from '../documents/add-documents.js'
import { fetchLink } from '../output/download-file.js'
import type { Output } from '../output/output.js'

export type CopySource = {
  /** The client of the server where the character is. */
  readonly client: Client
  readonly character: Character
  /** The fields that the copy has instead of those of the character. */
  readonly overlay: CharacterConfig
}

/** Creates a copy beside the original, with its documents. */
export async function copyBeside({ client, character, overlay }: CopySource): Promise<Character> {
  const config = overlaidConfig(character, overlay)
  const document_ids = overlay.document_ids ?? (await readyDocumentIds(client, character.id))
  return client.call(createCharacter, { body: { ...config, document_ids } })
}

type OtherServer = {
  readonly client: Client
  readonly output: Output
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Creates a copy on another server and sends it the documents of the original. The other server's default model answers. */
export async function copyToServer(
  { client, character, overlay }: CopySource,
  { client: target, output, timeoutMs, signal }: OtherServer,
): Promise<Character> {
  const { document_ids, ...config } = overlaidConfig(character, overlay)
  const llm = { ...config.llm, provider: 'default', model: 'default' }
  const copy = await target.call(createCharacter, { body: { ...config, llm } })
  const ids = document_ids ?? (await readyDocumentIds(client, character.id))
  const files: FileInput[] = []
  for (const documentId of ids) {
    const link = await client.call(linkDocument, { params: { documentId } })
    const bytes = await fetchLink(link, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))
    files.push({ name: link.filename, content: await blobOf(bytes) })
  }
  const opened = files.map((file) => ({ file }))
  const place = { client: target, characterId: copy.id }
  const added = await addDocuments(place, { headers: {}, opened }, () => undefined)
  const documents = await waitForDocuments(
    {
      client: target,
      output: { ...output, note: () => undefined },
      waitMs: timeoutMs,
      pollMs: POLL_MS,
      signal,
    },
    added.map(({ documentId }) => documentId),
  )
  const missing = documents.filter(({ status }) => status !== 'ready').map(({ filename }) => filename)
  if (missing.length > 0) output.warn(`the copy does not know the documents ${missing.join(', ')}`)
  return copy
}

const POLL_MS = 100

async function blobOf(bytes: AsyncIterable<Uint8Array>): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of bytes) chunks.push(Uint8Array.from(chunk))
  return new Blob(chunks)
}

async function readyDocumentIds(client: Client, characterId: string): Promise<string[]> {
  const { documents } = await client.call(listDocuments, { params: { characterId } })
  return documents.filter(({ status }) => status === 'ready').map(({ id }) => id)
}

/** The fields of the character with those of the overlay, section by section, as an update would set them. */
function overlaidConfig(character: Character, overlay: CharacterConfig): CharacterConfig {
  const config = configOf(character)
  const sections = SECTIONS.map((section) => [section, { ...config[section], ...overlay[section] }])
  return {
    ...config,
    ...overlay,
    ...Object.fromEntries(sections),
    is_public: false,
    avatar: THROW_AWAY_AVATAR,
  }
}
