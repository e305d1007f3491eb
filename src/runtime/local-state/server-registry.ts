import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, mkdir, open, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { processStartTime } from '../../store/process-identity.js'
import { currentUid, foreignAccessReason, untrustedFolderReason } from './file-ownership.js'
import { writePrivateFile } from './private-file.js'

/** A running server with a data folder, as its user's registry stores it. Contains no secret. */
export type RegisteredServer = {
  /** The data folder, without symbolic links. */
  readonly folder: string
  readonly pid: number
  /** Distinguishes the process from a later one with the same pid. */
  readonly process: string
  readonly baseUrl: string
  readonly version: string
  readonly startedAt: string
}

export type ServerRegistry = {
  readonly servers: readonly RegisteredServer[]
  /** Which entries were ignored, and why; one sentence each. */
  readonly warnings: readonly string[]
}

const registryFolder = (stateDir: string): string => join(stateDir, 'servers')

type ServerIdentity = Pick<RegisteredServer, 'folder' | 'pid' | 'process'>

/** One file per server, not per folder, so that removing the entry of a server never removes its successor's. */
function entryFile(stateDir: string, { folder, pid, process: started }: ServerIdentity): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([folder, pid, started]))
    .digest('hex')
  return join(registryFolder(stateDir), `${hash.slice(0, 32)}.json`)
}

type StartedServer = Pick<RegisteredServer, 'baseUrl' | 'version'> & { readonly dataDir: string }

/**
 * Registers this process as the server of the folder. Returns a function that unregisters it. Rejects when the registry
 * cannot be written, or when other users could write to it.
 */
export async function registerServer(stateDir: string, started: StartedServer): Promise<() => Promise<void>> {
  const { dataDir, baseUrl, version } = started
  const folder = await realpath(dataDir)
  await mkdir(registryFolder(stateDir), { recursive: true, mode: 0o700 })
  const reason = await untrustedFolderReason(registryFolder(stateDir))
  if (reason !== null) throw new Error(reason)
  await chmod(registryFolder(stateDir), 0o700)
  const { pid } = process
  const identity = (await processStartTime(pid)) ?? 'unknown'
  const startedAt = new Date().toISOString()
  const entry: RegisteredServer = { folder, pid, process: identity, baseUrl, version, startedAt }
  await writePrivateFile(entryFile(stateDir, entry), entry)
  return () => unregisterServer(stateDir, entry)
}

export const unregisterServer = (stateDir: string, server: ServerIdentity): Promise<void> =>
  rm(entryFile(stateDir, server), { force: true })

/** Lists this user's running servers; removes the entries of those that have exited. */
export async function readRegistry(stateDir: string, uid = currentUid()): Promise<ServerRegistry> {
  const folder = registryFolder(stateDir)
  const names = await readdir(folder).catch(describeReadError)
  if (names === null) return { servers: [], warnings: [] }
  const reason = typeof names === 'string' ? names : await untrustedFolderReason(folder, uid)
  if (reason !== null || typeof names === 'string') {
    return {
      servers: [],
      warnings: [`The registry of running servers ${folder} is ignored: ${reason}.`],
    }
  }
  const files = names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name))
  const entries = await Promise.all(files.map((file) => readEntry(file, uid)))
  const running = await Promise.all(
    entries.map(async (entry, index) => {
      if (typeof entry === 'string' || entry === null) return []
      if ((await processStartTime(entry.pid)) === entry.process) return [entry]
      await rm(files[index] ?? '', { force: true }).catch(() => undefined)
      return []
    }),
  )
  return { servers: running.flat(), warnings: entries.filter((entry) => typeof entry === 'string') }
}

/** Null when the registry does not exist. */
function describeReadError(error: NodeJS.ErrnoException): string | null {
  if (error.code === 'ENOENT') return null
  return error.code === 'ENOTDIR' ? 'it is not a folder' : `it cannot be read (${error.code})`
}

/** Far more than any entry has. */
const ENTRY_BYTES = 65_536

/** Returns the entry, a sentence when it is ignored, or null when it was removed meanwhile. */
async function readEntry(file: string, uid: number | undefined): Promise<RegisteredServer | string | null> {
  const ignored = (why: string) => `${file} in the registry of running servers is ignored: ${why}.`
  try {
    // Checks and reads through one handle: the name could refer to another file by then.
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | (constants.O_NONBLOCK ?? 0))
    try {
      const facts = await handle.stat()
      const foreign = foreignAccessReason(facts, uid)
      if (foreign !== null) return ignored(foreign)
      if (!facts.isFile()) return ignored('it is not a regular file')
      const entry = facts.size > ENTRY_BYTES ? null : parse(await readFile(handle, 'utf8'))
      return entry ?? ignored('it is damaged')
    } finally {
      await handle.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? null : ignored(`it cannot be read (${code})`)
  }
}

function parse(text: string): RegisteredServer | null {
  try {
    const value: unknown = JSON.parse(text)
    return isEntry(value) ? value : null
  } catch {
    return null
  }
}

const TEXTS = ['folder', 'process', 'baseUrl', 'version', 'startedAt'] as const

function isEntry(value: unknown): value is RegisteredServer {
  if (typeof value !== 'object' || value === null) return false
  const fields: Partial<Record<keyof RegisteredServer, unknown>> = value
  return (
    TEXTS.every((name) => typeof fields[name] === 'string') &&
    Number.isInteger(fields.pid) &&
    Number(fields.pid) > 0 &&
    /^https?:\/\/[^/]/.test(String(fields.baseUrl)) &&
    URL.canParse(String(fields.baseUrl))
  )
}
