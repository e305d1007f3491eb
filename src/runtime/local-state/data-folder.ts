import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../domain/log.js'
import { undefinedIfMissing } from '../../store/folder.js'
import { openRegularFile } from '../../store/safe-files.js'
import type { Settings } from '../config/settings.js'
import { StartError } from '../process/start-error.js'
import { currentUid, foreignAccessReason, untrustedFolderReason } from './file-ownership.js'
import { writePrivateFile } from './private-file.js'
import { readServerSecrets, SECRETS_FILE } from './server-secrets.js'

type FolderSettings = Pick<Settings, 'dataDir' | 'dataDirWasSet' | 'adopt' | 'stateDir'>

export type VerifiedDataFolder = {
  /** Takes what others can read away from them. Called once the folder is locked: a refused start changes nothing. */
  secure(log: Log): Promise<void>
  /** Notes that this user has served the folder, once it has its secrets. */
  recordAsServed(): Promise<void>
}

const NO_DATA_FOLDER: VerifiedDataFolder = {
  secure: async () => undefined,
  recordAsServed: async () => undefined,
}

/**
 * Refuses a data folder that nobody chose and that may have come with a repository: whoever wrote it knows its API key and
 * its signing key. A folder that parley has made is its user's alone, which no checkout can bring about.
 */
export async function verifyDataFolder(settings: FolderSettings): Promise<VerifiedDataFolder> {
  const { dataDir, dataDirWasSet, adopt } = settings
  if (dataDir === null) return NO_DATA_FOLDER
  const remember = dataDirWasSet
    ? NO_DATA_FOLDER.recordAsServed
    : () => writeServedRecord(settings.stateDir, dataDir)
  const parts = await inspectFolderParts(dataDir)
  if (parts.length === 0) return { ...NO_DATA_FOLDER, recordAsServed: remember }

  const isKnown = await wasServed(settings.stateDir, dataDir)
  const exposed = parts.filter(({ why }) => why !== null)
  const [first] = exposed
  if (first !== undefined && !dataDirWasSet && !adopt && !isKnown) throw untrustedFolderError(dataDir, first)
  for (const part of exposed) if (!part.canMend) throw exposedFolderError(part)
  const isNew = !dataDirWasSet && !adopt && !isKnown
  return { recordAsServed: remember, secure: (log) => removeForeignAccess(exposed, { dataDir, isNew, log }) }
}

type FolderPart = {
  readonly path: string
  readonly mode: number
  readonly why: string | null
  readonly canMend: boolean
}

const OTHERS = 0o077

/** What a folder that was served has, and whether it is this user's alone. */
async function inspectFolderParts(dataDir: string, uid = currentUid()): Promise<FolderPart[]> {
  const found = [SECRETS_FILE, 'store'].map(async (name): Promise<FolderPart[]> => {
    const path = join(dataDir, name)
    // What stands in the way of the folder is told by the store.
    const facts = await lstat(path).catch(() => undefined)
    if (facts === undefined) return []
    const isOpen = uid !== undefined && (facts.mode & OTHERS) !== 0
    const foreign = uid !== undefined && facts.uid !== uid
    const whyOpen = isOpen ? 'is open to other users' : null
    const why = foreign ? 'belongs to another user' : whyOpen
    return [{ path, mode: facts.mode & 0o777, why, canMend: !isOpen || !foreign || uid === 0 }]
  })
  return (await Promise.all(found)).flat()
}

const untrustedFolderError = (dataDir: string, { path, why }: FolderPart): StartError =>
  new StartError(
    `The data folder ${dataDir} may not be yours: ${path} ${why}, which parley never makes so.`,
    'If it is yours, serve it once with --adopt (PARLEY_ADOPT=1); else choose another with --data-dir.',
  )

const exposedFolderError = ({ path }: FolderPart): StartError =>
  new StartError(
    `${path} is open to other users, and belongs to one of them.`,
    `Have its owner run: chmod go= ${path}`,
  )

const ACCESS_REMOVED = 'Other users could read the keys or records of this data folder; now they cannot'
const STILL_OPEN =
  'Other users may read the keys and records of this data folder: its file system keeps no access rights'
const NEVER_SERVED_BEFORE =
  'This data folder has records and keys already, and nothing says that you have served it before'

type Securing = { readonly dataDir: string; readonly isNew: boolean; readonly log: Log }

async function removeForeignAccess(
  exposed: readonly FolderPart[],
  { dataDir, isNew, log }: Securing,
): Promise<void> {
  const open = exposed.filter(({ mode }) => (mode & OTHERS) !== 0)
  for (const { path, mode } of open) await chmod(path, mode & ~OTHERS)
  // Some file systems keep no access rights, and say nothing.
  const isStillOpen = (await inspectFolderParts(dataDir)).some(({ mode }) => (mode & OTHERS) !== 0)
  if (open.length > 0) log.warn(isStillOpen ? STILL_OPEN : ACCESS_REMOVED, { dataDir })
  if (isNew) log.warn(NEVER_SERVED_BEFORE, { dataDir })
}

const servedRecordPath = async (stateDir: string, dataDir: string): Promise<string> => {
  const hash = createHash('sha256').update(await realpath(dataDir))
  return join(stateDir, 'folders', `${hash.digest('hex').slice(0, 32)}.json`)
}

/** Tells the secrets of a folder from those of another one that has come to lie in its place. */
async function fingerprintOf(dataDir: string): Promise<string | undefined> {
  const secrets = await readServerSecrets(dataDir)
  if (secrets === undefined) return undefined
  return createHash('sha256')
    .update(JSON.stringify([secrets.apiKey, secrets.signingKey]))
    .digest('hex')
}

/** Where no state is kept, as in many containers, nothing is known: only what is this user's alone is served unasked. */
async function wasServed(stateDir: string, dataDir: string): Promise<boolean> {
  const secrets = await fingerprintOf(dataDir)
  if (secrets === undefined) return false
  const noted = await readServedRecord(stateDir, dataDir).catch(() => undefined)
  return noted === secrets
}

/** No note is anywhere near as long. */
const NOTE_BYTES = 65_536

async function readServedRecord(stateDir: string, dataDir: string): Promise<unknown> {
  if ((await untrustedFolderReason(join(stateDir, 'folders'))) !== null) return undefined
  const file = await undefinedIfMissing(openRegularFile(await servedRecordPath(stateDir, dataDir)))
  try {
    const facts = await file?.stat()
    if (file === undefined || facts === undefined) return undefined
    if (facts.size > NOTE_BYTES || foreignAccessReason(facts, currentUid()) !== null) return undefined
    return (JSON.parse(await file.readFile('utf8')) as { secrets?: unknown }).secrets
  } finally {
    await file?.close()
  }
}

/** A server is of use without the note, too. */
async function writeServedRecord(stateDir: string, dataDir: string): Promise<void> {
  try {
    await mkdir(join(stateDir, 'folders'), { recursive: true, mode: 0o700 })
    if ((await untrustedFolderReason(join(stateDir, 'folders'))) !== null) return
    const note = { folder: await realpath(dataDir), secrets: await fingerprintOf(dataDir) }
    await writePrivateFile(await servedRecordPath(stateDir, dataDir), note)
  } catch {
    return
  }
}
