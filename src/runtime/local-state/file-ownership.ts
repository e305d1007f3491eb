import { lstat, readlink, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

export const currentUid = (): number | undefined => process.getuid?.()

type FileOwnership = { readonly uid: number; readonly gid: number; readonly mode: number }

const OTHERS_WRITE = 0o022
const STICKY = 0o1000

/** Why another user could have written the file; null when none could, or on systems without user ids. */
export function foreignAccessReason(owned: FileOwnership, uid: number | undefined): string | null {
  if (uid === undefined) return null
  if (owned.uid !== uid) return 'it belongs to another user'
  return (owned.mode & OTHERS_WRITE) === 0 ? null : 'other users may write to it'
}

/** Why another user could have put files into the folder; null when none could. */
export async function untrustedFolderReason(folder: string, uid = currentUid()): Promise<string | null> {
  const why = foreignAccessReason(await stat(folder), uid)
  return why ?? (uid === undefined ? null : await replaceableReason(resolve(folder), uid))
}

/** More symbolic links than this count as a loop. */
const MAX_LINKS = 16

/** Why another user could replace the folder, by write access to any of its parents. */
async function replaceableReason(folder: string, uid: number, links = 0): Promise<string | null> {
  for (let path = folder; path !== dirname(path); path = dirname(path)) {
    const parent = dirname(path)
    if (isReplaceable(await stat(parent), uid)) return `other users may replace what is in ${parent}`
    const facts = await lstat(path)
    if (!facts.isSymbolicLink()) continue
    if (!isTrustedOwner(facts.uid, uid)) return `${path} is a link of another user`
    if (links === MAX_LINKS) return 'too many links lead there'
    const why = await replaceableReason(resolve(parent, await readlink(path)), uid, links + 1)
    if (why !== null) return why
  }
  return null
}

const isTrustedOwner = (owner: number, uid: number): boolean => owner === uid || owner === 0

function isReplaceable({ uid: owner, gid, mode }: FileOwnership, uid: number): boolean {
  if (!isTrustedOwner(owner, uid)) return true
  if ((mode & STICKY) !== 0) return false
  // The user's private group, with the same number, has no other members; many systems let it write by default.
  const isOwnGroup = gid === owner
  return (mode & (isOwnGroup ? 0o002 : OTHERS_WRITE)) !== 0
}
