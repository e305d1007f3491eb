import type { CharacterRecord } from '../characters/record.js'
import type { FileHash, FileStore, HeldFile } from '../files/ports.js'
import type { StoredFile } from '../files/stored-file.js'
import type { ImageProcessor, SanitizedImage } from '../images/ports.js'
import { withStoredImage } from '../images/with-stored-image.js'

export type PictureDeps = { readonly files: Pick<FileStore, 'open' | 'put'>; readonly images: ImageProcessor }
type PictureFields = Pick<CharacterRecord, 'avatar' | 'avatar_file' | 'source_image_file'>
type StoredPictures = { readonly source: SanitizedImage; readonly shown: PictureFields }

/** Pixels a side of an avatar that is cut out of a picture. */
const AVATAR_SIDE = 512

/**
 * Makes the source and the avatar of a character out of a picture that somebody sent, and keeps their files while `use`
 * stores what a character says that has them. Rejects with `invalid` when it is no picture.
 */
export async function withCharacterPictures<T>(
  deps: PictureDeps,
  sent: HeldFile,
  use: (kept: StoredPictures) => Promise<T>,
): Promise<T> {
  const source = await deps.images.sanitize(readLazily(deps, sent.sha256))
  const avatar = await deps.images.cropSquare(source, AVATAR_SIDE)
  return withStoredImage(deps, source, (whole) =>
    withStoredImage(deps, avatar, (face) => {
      const source_image_file = namedFile(whole, `source.${source.extension}`)
      return use({
        source,
        shown: {
          avatar: null,
          avatar_file: namedFile(face, `avatar.${avatar.extension}`),
          source_image_file,
        },
      })
    }),
  )
}

const namedFile = ({ sha256 }: HeldFile, name: string): StoredFile => ({ sha256, name })

/** Opened when it is first read, so that nothing stays open that nobody reads. */
async function* readLazily({ files }: PictureDeps, sha256: FileHash) {
  yield* (await files.open(sha256)) ?? []
}
