import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseInputJson, readGeneratedFile } from '../../runtime/config/input-file.js'
import { hasProcessExited, parseProcessFingerprint } from '../../runtime/local-state/process-fingerprint.js'
import type { RegisteredServer } from '../../runtime/local-state/server-registry.js'

/** What `serve` writes to `server.json` once it is ready (docs/store.md, The data folder). */
export type LocalServer = {
  readonly baseUrl: string
  readonly apiKey: string
  /** Absent in files of earlier versions. */
  readonly localSecret?: string
  readonly account: { readonly id: string; readonly email: string }
  /** Null if the records are in memory only. */
  readonly dataDir: string | null
  /** As in the ready line. */
  readonly database?: string
  readonly workers?: number
  readonly pid: number
  /** Distinguishes the process from a later one with the same pid. Absent in files of earlier versions. */
  readonly process?: unknown
  readonly version: string
  readonly providers: Readonly<Record<string, unknown>>
}

export type ServerFile =
  | { readonly state: 'missing' | 'damaged' }
  /** Left behind by a server that has ended. */
  | { readonly state: 'stale'; readonly pid: number }
  /** Not confirmed by the registry of this user, so anyone may have written it. */
  | { readonly state: 'unverified'; readonly server: LocalServer; readonly why: string }
  | { readonly state: 'running'; readonly server: LocalServer }

export async function readServerFile(name: string): Promise<ServerFile> {
  const text = await readGeneratedFile(name).catch(({ cause }: Error) =>
    ['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException | undefined)?.code ?? '') ? null : '',
  )
  if (text === null) return { state: 'missing' }
  const server = parse(text)
  if (server === null) return { state: 'damaged' }
  const isGone = await hasProcessExited(server.pid, parseProcessFingerprint(server.process))
  return isGone ? { state: 'stale', pid: server.pid } : { state: 'running', server }
}

/**
 * Reads the `server.json` of a data folder. The file may have come with a checkout, so its server counts as running only
 * if the registry of this user lists it with the same folder, process and address.
 */
export async function readVerifiedServerFile(
  folder: string,
  servers: readonly RegisteredServer[],
): Promise<ServerFile> {
  const name = join(folder, 'server.json')
  const file = await readServerFile(name)
  if (file.state !== 'running') return file
  const why = unverifiedReason(file.server, { folder: await realpath(dirname(name)), servers })
  return why === null ? file : { state: 'unverified', server: file.server, why }
}

type RegistryContext = { readonly folder: string; readonly servers: readonly RegisteredServer[] }

function unverifiedReason(
  { pid, baseUrl }: LocalServer,
  { folder, servers }: RegistryContext,
): string | null {
  // Several servers of one database may have it.
  const all = servers.filter((server) => server.folder === folder)
  if (all.some((server) => server.pid === pid && server.baseUrl === baseUrl)) return null
  const [here] = all
  if (here === undefined) {
    const elsewhere = servers.find((server) => server.pid === pid && server.baseUrl === baseUrl)
    if (elsewhere === undefined) return 'no server that you started runs in this folder'
    return `its server runs in ${elsewhere.folder}; this folder was moved or copied`
  }
  if (here.pid !== pid) return `your server of this folder is process ${here.pid}, not ${pid}`
  return `your server of this folder answers at ${here.baseUrl}`
}

function parse(text: string): LocalServer | null {
  try {
    const server = parseInputJson(text) as Partial<LocalServer> | null
    const hasAddress = /^https?:/.test(server?.baseUrl ?? '') && URL.canParse(server?.baseUrl ?? '')
    // The file was written by our own server, so only the address and the pid are checked.
    return hasAddress && Number.isInteger(server?.pid) && Number(server?.pid) > 0
      ? (server as LocalServer)
      : null
  } catch {
    return null
  }
}
