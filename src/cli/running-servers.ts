import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { createClient, UnreachableError } from '../client/node-client.js'
import { getHealth } from '../contract/health.js'
import {
  type RegisteredServer,
  readRegistry,
  unregisterServer,
} from '../runtime/local-state/server-registry.js'
import { type LocalServer, readVouchedFile } from './server-file.js'

/** The servers of this user that answer, by their folders. */
export async function runningServers(stateDir: string): Promise<readonly RegisteredServer[]> {
  const { servers } = await readRegistry(stateDir)
  const answering = await Promise.all(servers.map((server) => answers(stateDir, server)))
  return servers.filter((_, index) => answering[index]).sort((a, b) => a.folder.localeCompare(b.folder))
}

/** Whether a registered server answers; one at whose address nobody listens is removed. Nothing is told to it. */
async function answers(stateDir: string, server: RegisteredServer): Promise<boolean> {
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

export type Registered = { readonly entry: RegisteredServer; readonly server: LocalServer }

type Wanted = {
  readonly stateDir: string
  readonly servers: readonly RegisteredServer[]
}

/**
 * The nearest server that answers and that its own data folder tells about: the one with most of its path in common with
 * this folder; of several the one least deep, then the newest.
 */
export async function nearestServer(cwd: string, { stateDir, servers }: Wanted): Promise<Registered | null> {
  const from = await realpath(cwd).catch(() => cwd)
  const byDistance = [...servers].sort(
    (a, b) =>
      sharedLength(b.folder, from) - sharedLength(a.folder, from) ||
      lengthOf(a.folder) - lengthOf(b.folder) ||
      b.startedAt.localeCompare(a.startedAt),
  )
  for (const entry of byDistance) {
    const file = await readVouchedFile(entry.folder, servers)
    if (file.state === 'running' && (await answers(stateDir, entry))) return { entry, server: file.server }
  }
  return null
}

/** The registered server at an address that somebody named. */
export async function serverAt(
  baseUrl: string,
  servers: readonly RegisteredServer[],
): Promise<Registered | null> {
  const { origin } = new URL(baseUrl)
  for (const entry of servers.filter((one) => new URL(one.baseUrl).origin === origin)) {
    const file = await readVouchedFile(entry.folder, servers)
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
