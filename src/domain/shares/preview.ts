import type { ShareLinkStatus } from '../../contract/share-links.js'
import type { SharePreview } from '../../contract/shares.js'
import type { CharacterRepository } from '../characters/ports.js'
import type { CharacterRecord } from '../characters/record.js'
import type { Clock } from '../clock.js'
import type { FileStore } from '../files/ports.js'
import { filePath, type StoredFile } from '../files/stored-file.js'
import { IMAGE_HEAD_BYTES, readImageSize } from '../images/image-size.js'
import type { SpeechRecognition } from '../voice/ports.js'
import type { ShareRepository } from './ports.js'
import { hasRedemptionsLeft, isActiveShare } from './record.js'

export type PreviewShareDeps = {
  readonly shares: Pick<ShareRepository, 'find'>
  readonly characters: Pick<CharacterRepository, 'find'>
  readonly files: Pick<FileStore, 'open'>
  readonly voice: { readonly recognition: Pick<SpeechRecognition, 'understands'> }
  readonly clock: Pick<Clock, 'now'>
}

export type PreviewedShare = {
  readonly status: ShareLinkStatus
  /** Null unless anyone who has the link could redeem it now. */
  readonly preview: SharePreview | null
}

/**
 * The status of a share and what its page shows of the character before it is redeemed; does not count as an opening.
 * Nothing is shown that redeeming the share would not show to the same visitor.
 */
export async function previewShare(deps: PreviewShareDeps, id: string): Promise<PreviewedShare> {
  const share = await deps.shares.find(id)
  const character = share === undefined ? undefined : await deps.characters.find(share.characterId)
  if (share === undefined || character === undefined) return { status: 'unknown', preview: null }
  if (share.revoked_at !== null) return { status: 'revoked', preview: null }
  if (!isActiveShare(share, deps.clock.now())) return { status: 'expired', preview: null }
  if (!hasRedemptionsLeft(share)) return { status: 'used-up', preview: null }
  return { status: 'active', preview: await viewPreview(deps, character) }
}

async function viewPreview(deps: PreviewShareDeps, character: CharacterRecord): Promise<SharePreview> {
  const { name, tagline, text_only } = character
  return {
    name,
    tagline,
    picture: await pictureOf(deps, character),
    poster: posterOf(character),
    speaks: !text_only,
    hears: (deps.voice.recognition.understands?.(character) ?? 'speech') === 'speech',
  }
}

/** The avatar, else the picture of the 3D model, as far as they are stored here: the page loads nothing from elsewhere. */
async function pictureOf(
  deps: Pick<PreviewShareDeps, 'files'>,
  character: CharacterRecord,
): Promise<SharePreview['picture']> {
  const { avatar, avatar_file } = character
  const file = avatar_file ?? (avatar === null ? thumbnailOf(character) : null)
  return file === null ? null : measurePicture(deps, file)
}

/** While another model is being made, the picture may be of the one before. */
const thumbnailOf = ({ model_thumbnail_file, model_job }: CharacterRecord): StoredFile | null =>
  model_job === null || model_job.hasThumbnail ? model_thumbnail_file : null

function posterOf(character: CharacterRecord): string | null {
  const file = thumbnailOf(character)
  return file === null ? null : filePath(file)
}

const TYPES: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

async function measurePicture(
  { files }: Pick<PreviewShareDeps, 'files'>,
  file: StoredFile,
): Promise<SharePreview['picture']> {
  const head = await files.open(file.sha256, { start: 0, end: IMAGE_HEAD_BYTES - 1 })
  const size = head === undefined ? undefined : readImageSize(await concatenate(head))
  const type = TYPES[file.name.replace(/^.*\./, '')]
  return size === undefined || type === undefined ? null : { path: filePath(file), type, ...size }
}

async function concatenate(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all = new Uint8Array(IMAGE_HEAD_BYTES)
  let length = 0
  for await (const chunk of chunks) {
    all.set(chunk, length)
    length += chunk.length
  }
  return all.subarray(0, length)
}
