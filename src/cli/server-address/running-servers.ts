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

/** The servers of this user that answer, by their folders. */
export async function listRunningServers(stateDir: string): Promise<readonly RegisteredServer[]> {
  const { servers } = await readRegistry(stateDir)
  const answering = await Promise.all(servers.map((server) => isResponding(stateDir, server)))
  return servers.filter((_, index) => answering[index]).sort((a, b) => a.folder.localeCompare(b.folder))
}

/** Whether a registered server answers; one at whose address nobody listens is removed. Nothing is told to it. */
async function isResponding(stateDir: string, server: RegisteredServer): Promise<boolean> {
  try {
    await createClient({ baseUrl: server.baseUrl }).call(getHealth, {})
    return true
  } catch (error) {
    // One that is busy is still there.
    const isGone = error instanceof UnreachableError && error.reason === 'network'
    if (isGone) await unregisterServer(stateDir, server).catch(() => undefined)
    return false
  }
}

export type VerifiedServer = { readonly entry: RegisteredServer; readonly server: LocalServer }

type Wanted = {
  readonly stateDir: string
  readonly servers: readonly RegisteredServer[]
}

/**
 * The nearest server that answers and that its own data folder tells about: the one with most of its path in common with
 * this folder; of several the one least deep, then the newest.
 */
export async function findNearestServer(
  cwd: string,
  { stateDir, servers }: Wanted,
): Promise<VerifiedServer | null> {
  const from = await realpath(cwd).catch(() => cwd)
  const byDistance = [...servers].sort(
    (a, b) =>
      sharedLength(b.folder, from) - sharedLength(a.folder, from) ||
      lengthOf(a.folder) - lengthOf(b.folder) ||
      b.startedAt.localeCompare(a.startedAt),
  )
  for (const entry of byDistance) {
    const file = await readVerifiedServerFile(entry.folder, servers)
    if (file.state === 'running' && (await isResponding(stateDir, entry)))
      return { entry, server: file.server }
  }
  return null
}

/** The registered server at an address that somebody named. */
export async function findServerAt(
  baseUrl: string,
  servers: readonly RegisteredServer[],
): Promise<VerifiedServer | null> {
  const { origin } = new URL(baseUrl)
  for (const entry of servers.filter((one) => new URL(one.baseUrl).origin === origin)) {
    const file = await readVerifiedServerFile(entry.folder, servers)
    if (file.state === 'running') return { entry, server: file.server }
  }
  return null
}

const lengthOf = (path: string): number => path.split(sep).length

/** How many folders two paths have in common from the root. */
function sharedLength(a: string, b: string): number {
  const [left, right] = [a.split(sep), b.split(sep)]
  const end = left.findIndex((part, index) => part !== right[index])
  return end === -1 ? left.length : end
}
