import { availableParallelism } from 'node:os'
import { createDocumentOrigin } from '../../adapters/download/document-origin.js'
import { createPdfReader } from '../../adapters/pdf/reader.js'
import { createUrlCheck, type UrlCheck } from '../../domain/documents/validate-input.js'
import type { Secrets } from '../../domain/random.js'
import type { UploadRepository } from '../../domain/uploads/ports.js'
import { openUpload, parseUploadAddress } from '../../domain/uploads/uploads.js'
import type { Settings } from '../config/settings.js'
import type { ServerSecrets } from '../local-state/server-secrets.js'
import { findBuiltFile } from '../process/package-root.js'
import { stopLimits } from '../process/stop-limits.js'
import { createIngestion, type Ingestion, type IngestionDeps } from './document-ingestion.js'

type DocumentServicesDeps = Omit<IngestionDeps, 'origin' | 'reader' | 'concurrency' | 'stopMs'> & {
  readonly settings: Pick<Settings, 'privateHosts' | 'config'>
  readonly secrets: Pick<Secrets, 'hash' | 'timingSafeEqual'>
  readonly uploads: UploadRepository
  readonly serverSecrets: Pick<ServerSecrets, 'signingKey'>
}

type DocumentServices = {
  readonly checkUrl: UrlCheck
  readonly areBatchesEnabled: boolean
  readonly linkKey: string
  readonly ingestion: Ingestion
  close(): Promise<void>
}

/** Documents that are downloaded while all threads read others. */
const FETCHED_AHEAD = 4

/** Creates the ingestion of documents, which downloads them and reads PDFs in worker threads. */
export async function createDocumentServices({
  settings,
  serverSecrets,
  ...deps
}: DocumentServicesDeps): Promise<DocumentServices> {
  const { timers, secrets } = deps
  const allowed = settings.privateHosts
  // Leaves one core to the server itself.
  const threads = Math.max(1, availableParallelism() - 1)
  const reader = createPdfReader({
    worker: await findBuiltFile('adapters/pdf/read.worker.js'),
    threads,
    timers,
  })
  // Derived from a stored key, so that download links stay valid after a restart.
  const linkKey = secrets.hash(`links ${JSON.stringify(serverSecrets.signingKey)}`)
  const signing = { secrets, linkKey }
  const local = (url: string) => openUpload({ ...deps, ...signing }, url)
  const origin = createDocumentOrigin({ timers, allowed, local })
  const { workMs: stopMs } = stopLimits(settings.config)
  const concurrency = threads + FETCHED_AHEAD
  const ingestion = createIngestion({ ...deps, origin, reader, concurrency, stopMs })
  return {
    checkUrl: createUrlCheck(allowed, (url) => parseUploadAddress(signing, url) !== undefined),
    areBatchesEnabled: settings.config.batches.enabled,
    linkKey,
    ingestion,
    async close() {
      await ingestion.stop()
      await reader.close()
    },
  }
}
