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
  /** Removes other users' access. Called once the folder is locked, because a refused start must change nothing. */
  secure(log: Log): Promise<void>
  /** Records that this user has served the folder. Called once the folder has its secrets. */
  recordAsServed(): Promise<void>
}

const NO_DATA_FOLDER: VerifiedDataFolder = {
  secure: async () => undefined,
  recordAsServed: async () => undefined,
}

/**
 * Throws a StartError for a data folder that was not named explicitly and may have come with a repository, whose author
 * then knows its API key and signing key. A folder that parley created is accessible to its user alone, which a checkout
 * cannot reproduce.
 */
export async function verifyDataFolder(settings: FolderSettings): Promise<VerifiedDataFolder> {
  const { dataDir, dataDirWasSet, adopt } = settings
  if (dataDir === null) return NO_DATA_FOLDER
  const recordAsServed = dataDirWasSet
    ? NO_DATA_FOLDER.recordAsServed
    : () => writeServedRecord(settings.stateDir, dataDir)
  const parts = await inspectFolderParts(dataDir)
  if (parts.length === 0) return { ...NO_DATA_FOLDER, recordAsServed }

  const isKnown = await wasServed(settings.stateDir, dataDir)
  const exposed = parts.filter(({ why }) => why !== null)
  const [first] = exposed
  if (first !== undefined && !dataDirWasSet && !adopt && !isKnown) throw untrustedFolderError(dataDir, first)
  for (const part of exposed) if (!part.canSecure) throw exposedFolderError(part)
  const isNew = !dataDirWasSet && !adopt && !isKnown
  return { recordAsServed, secure: (log) => removeForeignAccess(exposed, { dataDir, isNew, log }) }
}

type FolderPart = {
  readonly path: string
  readonly mode: number
  /** Why it may be accessible to other users; null when it is not. */
  readonly why: string | null
  readonly canSecure: boolean
}

const OTHERS = 0o077

/** Finds the parts of a folder that a server has created, and why a part may be accessible to others. */
async function inspectFolderParts(dataDir: string, uid = currentUid()): Promise<FolderPart[]> {
  const found = [SECRETS_FILE, 'store'].map(async (name): Promise<FolderPart[]> => {
    const path = join(dataDir, name)
    // The store reports a folder that cannot be read.
    const facts = await lstat(path).catch(() => undefined)
    if (facts === undefined) return []
    const isOpen = uid !== undefined && (facts.mode & OTHERS) !== 0
    const foreign = uid !== undefined && facts.uid !== uid
    const whyOpen = isOpen ? 'is open to other users' : null
    const why = foreign ? 'belongs to another user' : whyOpen
    return [{ path, mode: facts.mode & 0o777, why, canSecure: !isOpen || !foreign || uid === 0 }]
  })
  return (await Promise.all(found)).flat()
}

const untrustedFolderError = (dataDir: string, { path, why }: FolderPart): StartError =>
  new StartError(
    `The data folder ${dataDir} may not be yours: ${path} ${why}, and parley creates it for its user alone.`,
    'If it is yours, serve it once with --adopt (PARLEY_ADOPT=1); else choose another with --data-dir.',
  )

const exposedFolderError = ({ path }: FolderPart): StartError =>
  new StartError(
    `${path} is open to other users, and belongs to one of them.`,
    `Have its owner run: chmod go= ${path}`,
  )

const ACCESS_REMOVED = 'Other users could read the keys or records of this data folder; now they cannot'
const STILL_OPEN =
  'Other users may read the keys and records of this data folder: its file system does not store access rights'
const NEVER_SERVED_BEFORE =
  'This data folder already has records and keys, but there is no record that you have served it before'

type SecureOptions = { readonly dataDir: string; readonly isNew: boolean; readonly log: Log }

async function removeForeignAccess(
  exposed: readonly FolderPart[],
  { dataDir, isNew, log }: SecureOptions,
): Promise<void> {
  const open = exposed.filter(({ mode }) => (mode & OTHERS) !== 0)
  for (const { path, mode } of open) await chmod(path, mode & ~OTHERS)
  // Some file systems ignore chmod without an error.
  const isStillOpen = (await inspectFolderParts(dataDir)).some(({ mode }) => (mode & OTHERS) !== 0)
  if (open.length > 0) log.warn(isStillOpen ? STILL_OPEN : ACCESS_REMOVED, { dataDir })
  if (isNew) log.warn(NEVER_SERVED_BEFORE, { dataDir })
}

const servedRecordPath = async (stateDir: string, dataDir: string): Promise<string> => {
  const hash = createHash('sha256').update(await realpath(dataDir))
  return join(stateDir, 'folders', `${hash.digest('hex').slice(0, 32)}.json`)
}

/** Detects that another folder, with other secrets, has been put in the same place. */
async function fingerprintOf(dataDir: string): Promise<string | undefined> {
  const secrets = await readServerSecrets(dataDir)
  if (secrets === undefined) return undefined
  return createHash('sha256')
    .update(JSON.stringify([secrets.apiKey, secrets.signingKey]))
    .digest('hex')
}

/** False where no state is stored, as in many containers; then only a folder that is private to its user is accepted. */
async function wasServed(stateDir: string, dataDir: string): Promise<boolean> {
  const secrets = await fingerprintOf(dataDir)
  if (secrets === undefined) return false
  const recorded = await readServedRecord(stateDir, dataDir).catch(() => undefined)
  return recorded === secrets
}

/** Far more than any served record has. */
const RECORD_BYTES = 65_536

async function readServedRecord(stateDir: string, dataDir: string): Promise<unknown> {
  if ((await untrustedFolderReason(join(stateDir, 'folders'))) !== null) return undefined
  const file = await undefinedIfMissing(openRegularFile(await servedRecordPath(stateDir, dataDir)))
  try {
    const facts = await file?.stat()
    if (file === undefined || facts === undefined) return undefined
    if (facts.size > RECORD_BYTES || foreignAccessReason(facts, currentUid()) !== null) return undefined
    return (JSON.parse(await file.readFile('utf8')) as { secrets?: unknown }).secrets
  } finally {
    await file?.close()
  }
}

/** Failures are ignored: a server works without the record. */
async function writeServedRecord(stateDir: string, dataDir: string): Promise<void> {
  try {
    await mkdir(join(stateDir, 'folders'), { recursive: true, mode: 0o700 })
    if ((await untrustedFolderReason(join(stateDir, 'folders'))) !== null) return
    const record = { folder: await realpath(dataDir), secrets: await fingerprintOf(dataDir) }
    await writePrivateFile(await servedRecordPath(stateDir, dataDir), record)
  } catch {
    return
  }
}
