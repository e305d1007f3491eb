import { join, resolve } from 'node:path'
import { readRegistry, type ServerRegistry } from '../../runtime/local-state/server-registry.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import { DEFAULT_DATA_DIR, type ServiceFlags } from '../flags/service-flags.js'
import { printableLine } from '../output/printable.js'
import type { Profile } from '../profiles/profile.js'
import { findNearestServer, findServerAt } from './running-servers.js'
import { type LocalServer, readServerFile, readVerifiedServerFile, type ServerFile } from './server-file.js'

export const DEFAULT_BASE_URL = 'http://127.0.0.1:4750'

export type ServiceTarget = {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  /** The running local server, when that is the one asked. */
  readonly local: LocalServer | null
  /** The file that tells about it. */
  readonly serverFile: string | null
  /** The chosen profile, when its service is the one asked. */
  readonly profile: Profile | null
  /** What named the service; `elsewhere`: it runs in another folder, and nothing but the registry tells of it. */
  readonly source: 'flag' | 'profile' | 'local' | 'elsewhere' | 'default'
}

type TargetFlags = Partial<
  Pick<ServiceFlags, 'base-url' | 'api-key' | 'id-token' | 'data-dir' | 'ready-file' | 'profile'>
>

export type DiscoveryContext = {
  /** The chosen profile. */
  readonly profile: Profile | null
  /** Where the registry of running servers is. */
  readonly stateDir: string
  readonly cwd: string
  /** Whether a server of another folder will do. */
  readonly allowsServerOfOtherFolder: boolean
  /** Told what a person should know of how the server was found. */
  readonly notify: (sentence: string) => void
}

/**
 * Which service to ask: flag or environment, then the profile, then the running server of the ready file or the data
 * folder, then the nearest one of another folder, then the default address. The key of a profile or of a local server is
 * for that service only, and for who brings no credentials. A `server.json` that anybody could have put there counts
 * for nothing.
 */
export async function findTarget(flags: TargetFlags, around: DiscoveryContext): Promise<ServiceTarget> {
  const { profile: chosen } = around
  const given = flags['base-url']
  const found = await findLocalServer(flags, around)
  const baseUrl = given ?? chosen?.baseUrl ?? found?.server.baseUrl ?? DEFAULT_BASE_URL
  const here = found !== null && isSameOrigin(found.server.baseUrl, baseUrl) ? found : null
  const profile = chosen !== null && isSameOrigin(chosen.baseUrl, baseUrl) ? chosen : null
  const own = profile?.apiKey ?? here?.server.apiKey
  return {
    baseUrl,
    apiKey: flags['api-key'] ?? (flags['id-token'] === undefined ? own : undefined),
    local: here?.server ?? null,
    serverFile: here?.file ?? null,
    profile,
    source: sourceOf(given, { chosen, found }),
  }
}

/** Credentials never go to another address. */
const isSameOrigin = (one: string, other: string): boolean => new URL(one).origin === new URL(other).origin

type FoundServer = { readonly server: LocalServer; readonly file: string; readonly isElsewhere: boolean }

function sourceOf(
  given: string | undefined,
  { chosen, found }: { readonly chosen: Profile | null; readonly found: FoundServer | null },
): ServiceTarget['source'] {
  if (given !== undefined) return 'flag'
  if (chosen !== null) return 'profile'
  if (found === null) return 'default'
  return found.isElsewhere ? 'elsewhere' : 'local'
}

/** Null when none is found. */
async function findLocalServer(flags: TargetFlags, around: DiscoveryContext): Promise<FoundServer | null> {
  const { profile, stateDir, notify } = around
  const named = flags['base-url'] ?? profile?.baseUrl
  const readyFile = flags['ready-file']
  if (readyFile !== undefined && profile === null) {
    const found = await findByReadyFile(readyFile, named)
    if (found !== null && isSameOrigin(found.server.baseUrl, named ?? found.server.baseUrl)) return found
  }
  const registry = await readRegistry(stateDir)
  if (named === undefined) {
    for (const complaint of registry.warnings) notify(printableLine(complaint))
    return findServerOfFolder(flags, { ...around, registry })
  }
  const at = await findServerAt(named, registry.servers)
  return at === null ? null : { server: at.server, file: serverFileIn(at.entry.folder), isElsewhere: false }
}

/** A ready file was named by hand, so it is trusted; and unless an address was named, too, there must be a server. */
async function findByReadyFile(readyFile: string, address: string | undefined): Promise<FoundServer | null> {
  const file = await readServerFile(readyFile)
  if (file.state === 'running') return { server: file.server, file: resolve(readyFile), isElsewhere: false }
  if (address !== undefined) return null
  throw new CommandError({
    code: 'unreachable',
    message: `${readyFile} names no running server${staleReason(file)}`,
    exitCode: EXIT.unreachable,
  })
}

const staleReason = (file: ServerFile): string =>
  file.state === 'stale' ? `: process ${file.pid} is gone, or another one has its number now` : ''

type DiscoveryContextWithRegistry = DiscoveryContext & { readonly registry: ServerRegistry }

/** The server of the data folder, else the nearest of another, unless a data folder was named by hand. */
async function findServerOfFolder(
  flags: TargetFlags,
  near: DiscoveryContextWithRegistry,
): Promise<FoundServer | null> {
  const { registry, stateDir, cwd, notify } = near
  const folder = resolve(cwd, dataDirOf(flags))
  const file = await readVerifiedServerFile(folder, registry.servers)
  if (file.state === 'running') return { server: file.server, file: serverFileIn(folder), isElsewhere: false }
  const ignored = ignoredReason(serverFileIn(folder), file)
  if (ignored !== null) notify(`${ignored.message}. ${ignored.hint}`)
  if (flags['data-dir'] !== undefined || !near.allowsServerOfOtherFolder) return null

  const nearest = await findNearestServer(cwd, { stateDir, servers: registry.servers })
  if (nearest === null) return null
  const { entry, server } = nearest
  return { server, file: serverFileIn(entry.folder), isElsewhere: true }
}

/** Why a file in a data folder does not count, and what to do; null when it does, or when there is none. */
export function ignoredReason(name: string, file: ServerFile): { message: string; hint: string } | null {
  const message = (why: string) => `${printableLine(name)} is ignored: ${printableLine(why)}`
  const hint = 'Start `parley serve` here'
  switch (file.state) {
    case 'running':
    case 'missing':
      return null
    case 'damaged':
      return { message: message('it is damaged'), hint: `${hint}: it writes it anew.` }
    case 'stale':
      return {
        message: message(`process ${file.pid}, which it names, is gone`),
        hint: `${hint}, or delete the file.`,
      }
    case 'unvouched':
      return {
        message: message(file.why),
        hint: `${hint}, or if you trust the file, name it: --ready-file ${printableLine(name)}`,
      }
  }
}

const serverFileIn = (folder: string): string => join(folder, 'server.json')

/** The file that counts: the one named by hand, else that of the data folder. */
export const serverFilePath = (flags: Pick<TargetFlags, 'data-dir' | 'ready-file'>): string =>
  flags['ready-file'] ?? serverFileIn(dataDirOf(flags))

export const dataDirOf = (flags: Pick<TargetFlags, 'data-dir'>): string =>
  flags['data-dir'] ?? DEFAULT_DATA_DIR
