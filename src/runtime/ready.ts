import { access, constants, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { AccountRecord } from '../domain/accounts/record.js'
import { writePrivateFile } from './private-file.js'
import type { ServerSecrets } from './server-secrets.js'
import type { Settings } from './settings.js'
import { asStartError } from './system-refusal.js'

/** What a started server says of itself: the first line under `--json`, `server.json`, `--ready-file`. */
export type ReadyLine = {
  readonly event: 'ready'
  readonly baseUrl: string
  readonly shareUrl: string
  readonly docsUrl: string
  readonly apiKey: string
  /** What ID tokens are issued for (`X-Parley-Local`); new at each start. */
  readonly localSecret: string
  readonly account: { readonly id: string; readonly email: string }
  /** Null when the records are in memory only. */
  readonly dataDir: string | null
  readonly pid: number
  readonly version: string
  /** Which provider serves each ability; `stub` is an honest stand-in. */
  readonly providers: Readonly<Record<string, string>>
}

type ReadyFacts = {
  readonly settings: Pick<Settings, 'shareUrl' | 'docsUrl' | 'dataDir' | 'config'>
  readonly own: Pick<ServerSecrets, 'apiKey' | 'localSecret'>
  readonly account: AccountRecord
  readonly version: string
  readonly baseUrl: string
}

export const readyLine = ({ settings, own, account, version, baseUrl }: ReadyFacts): ReadyLine => ({
  event: 'ready',
  baseUrl,
  shareUrl: settings.shareUrl ?? baseUrl,
  docsUrl: settings.docsUrl ?? `${baseUrl}/docs`,
  apiKey: own.apiKey,
  localSecret: own.localSecret,
  account: { id: account.id, email: account.email },
  dataDir: settings.dataDir,
  pid: process.pid,
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

/** Refuses a ready file that could not be written later, before anything is changed on disk. */
export async function checkReadyFile(readyFile: string | undefined): Promise<void> {
  if (readyFile === undefined) return
  try {
    await access(dirname(readyFile), constants.W_OK)
  } catch (error) {
    throw unwritable(readyFile, error)
  }
  const found = await stat(readyFile).catch(() => undefined)
  if (found?.isDirectory() !== true) return
  throw unwritable(readyFile, Object.assign(new Error('a folder'), { code: 'EISDIR', syscall: 'rename' }))
}

const unwritable = (readyFile: string, error: unknown): unknown =>
  asStartError(error, `The ready file ${readyFile}`, 'Choose another with --ready-file.')

/** Writes the ready line to the files that wait for it; the call it returns removes `server.json` again. */
export async function announce(
  ready: ReadyLine,
  { serverFile, readyFile }: { serverFile: string | undefined; readyFile: string | undefined },
): Promise<() => Promise<void>> {
  const withdraw = async () => {
    if (serverFile !== undefined) await rm(serverFile, { force: true })
  }
  if (serverFile !== undefined) await writePrivateFile(serverFile, ready)
  if (readyFile !== undefined) {
    await writePrivateFile(readyFile, ready).catch(async (error: unknown) => {
      await withdraw()
      throw unwritable(readyFile, error)
    })
  }
  return withdraw
}
