import { join } from 'node:path'
import { parseInputJson, readInputFile } from '../runtime/input-file.js'
import { CommandError, EXIT } from './errors.js'
import { DEFAULT_DATA_DIR, type ServiceFlags } from './flags.js'
import type { Profile } from './profiles/record.js'

export const DEFAULT_BASE_URL = 'http://127.0.0.1:4750'

/** What `serve` writes to `server.json` once it answers (design 3). */
export type LocalServer = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly account: { readonly id: string; readonly email: string }
  /** Null when the records are in memory only. */
  readonly dataDir: string | null
  readonly pid: number
  readonly version: string
  readonly providers: Readonly<Record<string, unknown>>
}

export type Target = {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  /** The running local server, when that is the one asked. */
  readonly local: LocalServer | null
  /** The chosen profile, when its service is the one asked. */
  readonly profile: Profile | null
  readonly source: 'flag' | 'profile' | 'local' | 'default'
}

type Where = Partial<
  Pick<ServiceFlags, 'base-url' | 'api-key' | 'id-token' | 'data-dir' | 'ready-file' | 'profile'>
>

/**
 * Which service to ask: flag or environment, then the profile, then the running server of the ready file or the data
 * folder, then the default address. The key of a profile or of the local server is for that service only, and for who
 * brings no credentials.
 */
export async function findTarget(flags: Where, chosen: Profile | null = null): Promise<Target> {
  const running = chosen === null ? await findLocalServer(flags) : null
  const given = flags['base-url']
  const baseUrl = given ?? chosen?.baseUrl ?? running?.baseUrl ?? DEFAULT_BASE_URL
  const local = isAt(running, baseUrl)
  const profile = isAt(chosen, baseUrl)
  const own = profile?.apiKey ?? local?.apiKey
  return {
    baseUrl,
    apiKey: flags['api-key'] ?? (flags['id-token'] === undefined ? own : undefined),
    local,
    profile,
    source: sourceOf(given, { chosen, running }),
  }
}

/** Null unless its service is at that address: credentials never go to another. */
const isAt = <T extends { readonly baseUrl: string }>(one: T | null, baseUrl: string): T | null =>
  one !== null && new URL(one.baseUrl).origin === new URL(baseUrl).origin ? one : null

type Found = { readonly chosen: Profile | null; readonly running: LocalServer | null }

function sourceOf(given: string | undefined, { chosen, running }: Found): Target['source'] {
  if (given !== undefined) return 'flag'
  if (chosen !== null) return 'profile'
  return running === null ? 'default' : 'local'
}

/** Null when nothing runs in the data folder. A ready file was named by hand, so then there must be a server. */
async function findLocalServer(flags: Where): Promise<LocalServer | null> {
  const readyFile = flags['ready-file']
  const file = await readServerFile(serverFileName(flags))
  if (file.state === 'running') return file.server
  if (readyFile === undefined || flags['base-url'] !== undefined) return null
  throw new CommandError({
    code: 'unreachable',
    message: `${readyFile} names no running server`,
    exitCode: EXIT.unreachable,
  })
}

/** The file that counts: the one named by hand, else that of the data folder. */
export const serverFileName = (flags: Pick<Where, 'data-dir' | 'ready-file'>): string =>
  flags['ready-file'] ?? join(dataDirOf(flags), 'server.json')

export const dataDirOf = (flags: Pick<Where, 'data-dir'>): string => flags['data-dir'] ?? DEFAULT_DATA_DIR

export type ServerFile =
  | { readonly state: 'missing' | 'damaged' }
  /** Left behind by a server that is gone. */
  | { readonly state: 'stale'; readonly pid: number }
  | { readonly state: 'running'; readonly server: LocalServer }

export async function readServerFile(name: string): Promise<ServerFile> {
  const text = await readInputFile(name).catch(({ cause }: Error) =>
    ['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException | undefined)?.code ?? '') ? null : '',
  )
  if (text === null) return { state: 'missing' }
  const server = parse(text)
  if (server === null) return { state: 'damaged' }
  return isAlive(server.pid) ? { state: 'running', server } : { state: 'stale', pid: server.pid }
}

function parse(text: string): LocalServer | null {
  try {
    const server: Partial<LocalServer> | null = parseInputJson(text) as Partial<LocalServer> | null
    const isWhole = URL.canParse(server?.baseUrl ?? '') && Number.isInteger(server?.pid)
    // Written by our own server; the two fields that everything else rests on are checked.
    return isWhole ? (server as LocalServer) : null
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
