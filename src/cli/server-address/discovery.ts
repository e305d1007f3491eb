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
  /** The running local server, if it is the target. */
  readonly local: LocalServer | null
  /** The `server.json` or ready file of that server. */
  readonly serverFile: string | null
  /** The chosen profile, if its service is the target. */
  readonly profile: Profile | null
  /** How the service was found. `elsewhere`: by the registry only, because it runs in another folder. */
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
  /** Whether a server of another folder may be used. */
  readonly allowsServerOfOtherFolder: boolean
  /** Receives what the user should know about how the server was found. */
  readonly notify: (sentence: string) => void
}

/**
 * Finds the service to use: flag or environment, then the profile, then the running server of the ready file or the data
 * folder, then the nearest one of another folder, then the default address. The key of a profile or of a local server is
 * used for that service only, and only if no other credentials are given. A `server.json` that the registry of this user
 * does not confirm is ignored.
 */
export async function findTarget(flags: TargetFlags, context: DiscoveryContext): Promise<ServiceTarget> {
  const { profile: chosen } = context
  const address = flags['base-url']
  const found = await findLocalServer(flags, context)
  const baseUrl = address ?? chosen?.baseUrl ?? found?.server.baseUrl ?? DEFAULT_BASE_URL
  const local = found !== null && isSameOrigin(found.server.baseUrl, baseUrl) ? found : null
  const profile = chosen !== null && isSameOrigin(chosen.baseUrl, baseUrl) ? chosen : null
  const storedKey = profile?.apiKey ?? local?.server.apiKey
  return {
    baseUrl,
    apiKey: flags['api-key'] ?? (flags['id-token'] === undefined ? storedKey : undefined),
    local: local?.server ?? null,
    serverFile: local?.file ?? null,
    profile,
    source: sourceOf(address, { chosen, found }),
  }
}

/** Stored credentials are only sent to the origin that they belong to. */
const isSameOrigin = (a: string, b: string): boolean => new URL(a).origin === new URL(b).origin

type FoundServer = { readonly server: LocalServer; readonly file: string; readonly isElsewhere: boolean }

function sourceOf(
  address: string | undefined,
  { chosen, found }: { readonly chosen: Profile | null; readonly found: FoundServer | null },
): ServiceTarget['source'] {
  if (address !== undefined) return 'flag'
  if (chosen !== null) return 'profile'
  if (found === null) return 'default'
  return found.isElsewhere ? 'elsewhere' : 'local'
}

async function findLocalServer(flags: TargetFlags, context: DiscoveryContext): Promise<FoundServer | null> {
  const { profile, stateDir, notify } = context
  const address = flags['base-url'] ?? profile?.baseUrl
  const readyFile = flags['ready-file']
  if (readyFile !== undefined && profile === null) {
    const found = await findByReadyFile(readyFile, address)
    if (found !== null && isSameOrigin(found.server.baseUrl, address ?? found.server.baseUrl)) return found
  }
  const registry = await readRegistry(stateDir)
  if (address === undefined) {
    for (const warning of registry.warnings) notify(printableLine(warning))
    return findServerOfFolder(flags, { ...context, registry })
  }
  const match = await findServerAt(address, registry.servers)
  return match === null
    ? null
    : { server: match.server, file: serverFileIn(match.entry.folder), isElsewhere: false }
}

/** A ready file was named by the user, so it is trusted. Throws if it names no running server and no address is given. */
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
  file.state === 'stale' ? `: process ${file.pid} has ended, or its id belongs to another process now` : ''

type DiscoveryContextWithRegistry = DiscoveryContext & { readonly registry: ServerRegistry }

/** The server of the data folder, else, unless `--data-dir` is given, the nearest one of another folder. */
async function findServerOfFolder(
  flags: TargetFlags,
  context: DiscoveryContextWithRegistry,
): Promise<FoundServer | null> {
  const { registry, stateDir, cwd, notify } = context
  const folder = resolve(cwd, dataDirOf(flags))
  const file = await readVerifiedServerFile(folder, registry.servers)
  if (file.state === 'running') return { server: file.server, file: serverFileIn(folder), isElsewhere: false }
  const ignored = ignoredReason(serverFileIn(folder), file)
  if (ignored !== null) notify(`${ignored.message}. ${ignored.hint}`)
  if (flags['data-dir'] !== undefined || !context.allowsServerOfOtherFolder) return null

  const nearest = await findNearestServer(cwd, { stateDir, servers: registry.servers })
  if (nearest === null) return null
  const { entry, server } = nearest
  return { server, file: serverFileIn(entry.folder), isElsewhere: true }
}

/** Why the `server.json` of a data folder is ignored, and what to do; null if it is used or missing. */
export function ignoredReason(name: string, file: ServerFile): { message: string; hint: string } | null {
  const message = (why: string) => `${printableLine(name)} is ignored: ${printableLine(why)}`
  const hint = 'Start `parley serve` here'
  switch (file.state) {
    case 'running':
    case 'missing':
      return null
    case 'damaged':
      return { message: message('it is damaged'), hint: `${hint}, which writes the file anew.` }
    case 'stale':
      return {
        message: message(`its process ${file.pid} has ended`),
        hint: `${hint}, or delete the file.`,
      }
    case 'unverified':
      return {
        message: message(file.why),
        hint: `${hint}, or if you trust the file, name it: --ready-file ${printableLine(name)}`,
      }
  }
}

const serverFileIn = (folder: string): string => join(folder, 'server.json')

/** The file that is read: the ready file, else the `server.json` of the data folder. */
export const serverFilePath = (flags: Pick<TargetFlags, 'data-dir' | 'ready-file'>): string =>
  flags['ready-file'] ?? serverFileIn(dataDirOf(flags))

export const dataDirOf = (flags: Pick<TargetFlags, 'data-dir'>): string =>
  flags['data-dir'] ?? DEFAULT_DATA_DIR
