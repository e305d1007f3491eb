import { access, constants, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AccountRecord } from '../../domain/accounts/record.js'
import type { Log } from '../../domain/log.js'
import type { Settings } from '../config/settings.js'
import { createDisposer } from '../process/disposer.js'
import { systemErrorToStartError } from '../process/start-error.js'
import { writePrivateFile } from './private-file.js'
import { currentProcessFingerprint, type ProcessFingerprint } from './process-fingerprint.js'
import { registerServer } from './server-registry.js'
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
  readonly pid: number
  /** Distinguishes the process from a later one with the same pid. */
  readonly process: ProcessFingerprint
  readonly version: string
  /** The default provider of each capability; `stub` is the built-in stand-in. */
  readonly providers: Readonly<Record<string, string>>
}

type ReadyLineInput = {
  readonly settings: Pick<Settings, 'shareUrl' | 'docsUrl' | 'dataDir' | 'config'>
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
      disposer.add(() => removeOwn(serverFile, ready))
    }
    if (readyFile !== undefined) await writeReadyFile(readyFile, ready)
  } catch (error) {
    await disposer.disposeAll()
    throw error
  }
  return disposer.disposeAll
}

/** Another server of the same folder may have put its own there. */
async function removeOwn(serverFile: string, { baseUrl, pid }: ReadyLine): Promise<void> {
  const found = await readFile(serverFile, 'utf8').catch(() => '')
  if (found.includes(JSON.stringify(baseUrl)) && found.includes(`"pid": ${pid},`))
    await rm(serverFile, { force: true })
}

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
