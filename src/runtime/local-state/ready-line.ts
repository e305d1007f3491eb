import { access, constants, readFile, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AccountRecord } from '../../domain/accounts/record.js'
import type { Log } from '../../domain/log.js'
import { parsePostgresUrl } from '../../store/postgres/url.js'
import type { Settings } from '../config/settings.js'
import { createDisposer } from '../process/disposer.js'
import { systemErrorToStartError } from '../process/start-error.js'
import { writePrivateFile } from './private-file.js'
import { currentProcessFingerprint, type ProcessFingerprint } from './process-fingerprint.js'
import { type RegisteredServer, readRegistry, registerServer } from './server-registry.js'
import type { ServerSecrets } from './server-secrets.js'

/** Describes a started server, in the first line under `--json`, in `server.json` and in the `--ready-file`. */
export type ReadyLine = {
  readonly event: 'ready'
  readonly baseUrl: string
  readonly shareUrl: string
  readonly docsUrl: string
  readonly apiKey: string
  /** Authorises requests for ID tokens (`X-Parley-Local`); new at each start. */
  readonly localSecret: string
  readonly account: { readonly id: string; readonly email: string }
  /** Null when the records are in memory only. */
  readonly dataDir: string | null
  /** That has the records, without its password; absent: they are in the data folder, or in memory. */
  readonly database?: string
  /** How many processes serve at the address; absent: this one. */
  readonly workers?: number
  readonly pid: number
  /** Distinguishes the process from a later one with the same pid. */
  readonly process: ProcessFingerprint
  readonly version: string
  /** The default provider of each capability; `stub` is the built-in stand-in. */
  readonly providers: Readonly<Record<string, string>>
}

type ReadyLineInput = {
  readonly settings: Pick<Settings, 'shareUrl' | 'docsUrl' | 'dataDir' | 'config' | 'store' | 'workers'>
  readonly serverSecrets: Pick<ServerSecrets, 'apiKey' | 'localSecret'>
  readonly account: AccountRecord
  readonly version: string
  readonly baseUrl: string
}

export const createReadyLine = async ({
  settings,
  serverSecrets,
  account,
  version,
  baseUrl,
}: ReadyLineInput): Promise<ReadyLine> => ({
  event: 'ready',
  baseUrl,
  shareUrl: settings.shareUrl ?? baseUrl,
  docsUrl: settings.docsUrl ?? `${baseUrl}/docs`,
  apiKey: serverSecrets.apiKey,
  localSecret: serverSecrets.localSecret,
  account: { id: account.id, email: account.email },
  dataDir: settings.dataDir,
  ...(settings.store !== undefined && { database: parsePostgresUrl(settings.store)?.shown ?? '' }),
  ...(settings.workers !== undefined && { workers: settings.workers }),
  pid: process.pid,
  process: await currentProcessFingerprint(),
  version,
  providers: providersOf(settings.config),
})

const providersOf = ({ llm, tts, stt, embeddings, vision, model3d }: Settings['config']) => ({
  llm: llm.default,
  tts: tts.default,
  stt: stt.default,
  embeddings: embeddings.kind,
  vision: vision.default,
  model3d: model3d.provider,
})

/** Throws a StartError when the ready file could not be written later. */
export async function checkReadyFile(readyFile: string | undefined): Promise<void> {
  if (readyFile === undefined) return
  try {
    await access(dirname(readyFile), constants.W_OK)
  } catch (error) {
    throw unwritableReadyFileError(readyFile, error)
  }
  const found = await stat(readyFile).catch(() => undefined)
  if (found?.isDirectory() !== true) return
  throw unwritableReadyFileError(
    readyFile,
    Object.assign(new Error('a folder'), { code: 'EISDIR', syscall: 'rename' }),
  )
}

const unwritableReadyFileError = (readyFile: string, error: unknown): unknown =>
  systemErrorToStartError(error, `The ready file ${readyFile}`, 'Choose another with --ready-file.')

type PublishOptions = Pick<Settings, 'dataDir' | 'stateDir' | 'readyFile'> & { readonly log: Log }

/**
 * Publishes how to reach the server: in its user's registry, in `server.json` of its data folder and in the ready file.
 * Returns a function that removes the first two. `server.json` is only trusted while the registry lists the server, so
 * the registry is written first and removed last.
 */
export async function publishReadyLine(
  ready: ReadyLine,
  { dataDir, stateDir, readyFile, log }: PublishOptions,
): Promise<() => Promise<void>> {
  const disposer = createDisposer()
  try {
    if (dataDir !== null) {
      disposer.add(await registerOrWarn(stateDir, { ...ready, dataDir }, log))
      const serverFile = join(dataDir, 'server.json')
      await writePrivateFile(serverFile, ready)
      disposer.add(() => leave(serverFile, ready, { stateDir, dataDir }))
    }
    if (readyFile !== undefined) await writeReadyFile(readyFile, ready)
  } catch (error) {
    await disposer.disposeAll()
    throw error
  }
  return disposer.disposeAll
}

/** Leaves the folder to another server that has it; one that came later has put its own there. */
async function leave(
  serverFile: string,
  ready: ReadyLine,
  { stateDir, dataDir }: { readonly stateDir: string; readonly dataDir: string },
): Promise<void> {
  const { baseUrl, pid } = ready
  const found = await readFile(serverFile, 'utf8').catch(() => '')
  if (!found.includes(JSON.stringify(baseUrl)) || !found.includes(`"pid": ${pid},`)) return
  const folder = await realpath(dataDir)
  const { servers } = await readRegistry(stateDir)
  const other = servers.find((server) => server.folder === folder && server.pid !== pid)
  if (other === undefined) return rm(serverFile, { force: true })
  await writePrivateFile(serverFile, readyLineOf(other, ready))
}

/** Servers of one folder have the same secrets and records. */
const readyLineOf = ({ baseUrl, pid, process: started, version }: RegisteredServer, ready: ReadyLine) =>
  ({
    ...ready,
    ...{ baseUrl, pid, version },
    shareUrl: ready.shareUrl === ready.baseUrl ? baseUrl : ready.shareUrl,
    docsUrl: ready.docsUrl === `${ready.baseUrl}/docs` ? `${baseUrl}/docs` : ready.docsUrl,
    process: { ...ready.process, started },
  }) satisfies ReadyLine

async function writeReadyFile(readyFile: string, ready: ReadyLine): Promise<void> {
  await writePrivateFile(readyFile, ready).catch((error: unknown) => {
    throw unwritableReadyFileError(readyFile, error)
  })
}

/** A server works without the registry too: commands find it by its address or its ready file. */
async function registerOrWarn(
  stateDir: string,
  started: Parameters<typeof registerServer>[1],
  log: Log,
): Promise<() => Promise<void>> {
  try {
    const unregister = await registerServer(stateDir, started)
    // An entry that cannot be removed does no harm: readers check that its process still runs.
    return () => unregister().catch(() => undefined)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.warn('this server could not be registered: commands find it by --base-url or --ready-file only', {
      stateDir,
      reason,
    })
    return async () => undefined
  }
}
