import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { createClient, UnreachableError } from '../../client/node-client.js'
import { getHealth } from '../../contract/health.js'
import {
  type RegisteredServer,
  readRegistry,
  unregisterServer,
} from '../../runtime/local-state/server-registry.js'
import { type LocalServer, readVerifiedServerFile } from './server-file.js'

/** The servers of this user that respond, sorted by folder. */
export async function listRunningServers(stateDir: string): Promise<readonly RegisteredServer[]> {
  const { servers } = await readRegistry(stateDir)
  const responding = await Promise.all(servers.map((server) => isResponding(stateDir, server)))
  return servers.filter((_, index) => responding[index]).sort((a, b) => a.folder.localeCompare(b.folder))
}

/** Whether a registered server responds. If nothing listens there, it is unregistered. No credentials are sent. */
async function isResponding(stateDir: string, server: RegisteredServer): Promise<boolean> {
  try {
    await createClient({ baseUrl: server.baseUrl }).call(getHealth, {})
    return true
  } catch (error) {
    // A timeout does not mean that the server is gone: it may be busy.
    const isGone = error instanceof UnreachableError && error.reason === 'network'
    if (isGone) await unregisterServer(stateDir, server).catch(() => undefined)
    return false
  }
}

export type VerifiedServer = { readonly entry: RegisteredServer; readonly server: LocalServer }

type ServerSearch = {
  readonly stateDir: string
  readonly servers: readonly RegisteredServer[]
}

/**
 * The nearest server that responds and whose data folder confirms it: the one that shares the longest path with `cwd`;
 * among equals the one with the shortest path, then the newest.
 */
export async function findNearestServer(
  cwd: string,
  { stateDir, servers }: ServerSearch,
): Promise<VerifiedServer | null> {
  const from = await realpath(cwd).catch(() => cwd)
  const byDistance = [...servers].sort(
    (a, b) =>
      sharedDepth(b.folder, from) - sharedDepth(a.folder, from) ||
      depthOf(a.folder) - depthOf(b.folder) ||
      b.startedAt.localeCompare(a.startedAt),
  )
  for (const entry of byDistance) {
    const file = await readVerifiedServerFile(entry.folder, servers)
    if (file.state === 'running' && (await isResponding(stateDir, entry)))
      return { entry, server: file.server }
  }
  return null
}

/** The registered server at a given address. */
export async function findServerAt(
  baseUrl: string,
  servers: readonly RegisteredServer[],
): Promise<VerifiedServer | null> {
  const { origin } = new URL(baseUrl)
  for (const entry of servers.filter((server) => new URL(server.baseUrl).origin === origin)) {
    const file = await readVerifiedServerFile(entry.folder, servers)
    if (file.state === 'running') return { entry, server: file.server }
  }
  return null
}

const depthOf = (path: string): number => path.split(sep).length

/** The number of folders that two paths share from the root. */
function sharedDepth(a: string, b: string): number {
  const [left, right] = [a.split(sep), b.split(sep)]
  const end = left.findIndex((part, index) => part !== right[index])
  return end === -1 ? left.length : end
}
