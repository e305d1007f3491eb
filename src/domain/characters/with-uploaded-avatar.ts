import { domainError } from '../errors.js'
import type { FileHash, FileStore, Upload } from '../files/ports.js'
import { singleChunk } from '../files/single-chunk.js'
import type { ImageProcessor } from '../images/ports.js'
import type { CharacterRecord } from './record.js'

export type UploadedAvatarDeps = {
  readonly files: Pick<FileStore, 'open' | 'put'>
  readonly images: ImageProcessor
}
type AvatarFields = Pick<CharacterRecord, 'avatar' | 'avatar_file'>

/** Encoded anew, a picture can grow, but not without end. */
const MAX_ENCODED_BYTES = 64 * 2 ** 20

/**
 * Makes an avatar of an uploaded picture, and keeps its file while `use` stores what a character says that has it.
 * Rejects with `invalid` when it is no picture.
 */
export async function withUploadedAvatar<T>(
  deps: UploadedAvatarDeps,
  { file }: Upload,
  use: (shown: AvatarFields) => Promise<T>,
): Promise<T> {
  const { bytes, extension } = await deps.images.sanitize(readLazily(deps, file.sha256))
  const kept = await deps.files.put(singleChunk(bytes), { maxBytes: MAX_ENCODED_BYTES })
  if (kept === undefined) throw domainError('imageTooLarge')
  try {
    return await use({ avatar: null, avatar_file: { sha256: kept.sha256, name: `avatar.${extension}` } })
  } finally {
    kept.release()
  }
}

/** Opened when it is first read, so that nothing stays open that nobody reads. */
async function* readLazily({ files }: Pick<UploadedAvatarDeps, 'files'>, sha256: FileHash) {
  yield* (await files.open(sha256)) ?? []
}
