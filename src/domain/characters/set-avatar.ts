import type { Clock } from '../clock.js'
import { DomainError, notFound } from '../errors.js'
import type { FileHash, FileStore, ReceiveUpload } from '../files/ports.js'
import type { Images } from '../images/ports.js'
import { type Asking, type FindCharacterDeps, findChangeable } from './access.js'
import type { CharacterStore } from './ports.js'
import type { CharacterRecord } from './record.js'

type SetAvatarDeps = FindCharacterDeps & {
  readonly characters: Pick<CharacterStore, 'find' | 'update'>
  readonly files: Pick<FileStore, 'open' | 'put'>
  readonly images: Images
  readonly clock: Pick<Clock, 'now'>
}
type AvatarUpload = { readonly id: string; readonly receive: ReceiveUpload }

/** Encoded anew, a picture can grow, but not without end. */
const ENCODED_BYTES = 64 * 2 ** 20

/** Gives the character an uploaded picture. Nobody who may not change it gets to send one. */
export async function setAvatar(
  deps: SetAvatarDeps,
  caller: Asking,
  { id, receive }: AvatarUpload,
): Promise<CharacterRecord> {
  await findChangeable(deps, caller, id)
  return receive(async ({ file }) => {
    const { bytes, extension } = await deps.images.clean(bytesOf(deps, file.sha256))
    const kept = await deps.files.put(once(bytes), { maxBytes: ENCODED_BYTES })
    if (kept === undefined) throw new DomainError('invalid', 'The image is too large')
    try {
      const avatar_file = { sha256: kept.sha256, name: `avatar.${extension}` }
      const updated_at = deps.clock.now().toISOString()
      const change = (current: CharacterRecord) => ({ ...current, avatar: null, avatar_file, updated_at })
      const updated = await deps.characters.update(id, change)
      if (updated === undefined) throw notFound('Character')
      return updated
    } finally {
      kept.release()
    }
  })
}

/** Opened when it is first read, so that nothing stays open that nobody reads. */
async function* bytesOf({ files }: Pick<SetAvatarDeps, 'files'>, sha256: FileHash) {
  yield* (await files.open(sha256)) ?? []
}

async function* once(bytes: Uint8Array) {
  yield bytes
}
