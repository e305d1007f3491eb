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
import { createIngestion, type Ingestion, type IngestionDeps } from './document-ingestion.js'
import { scheduleRetention } from './retention.js'

type DocumentServicesDeps = Omit<IngestionDeps, 'origin' | 'reader' | 'concurrency'> &
  Parameters<typeof scheduleRetention>[0] & {
    readonly settings: Pick<Settings, 'privateHosts' | 'config'>
    readonly secrets: Pick<Secrets, 'hash' | 'timingSafeEqual'>
    readonly uploads: UploadRepository
    readonly own: Pick<ServerSecrets, 'signingKey'>
  }

type DocumentServices = {
  readonly checkUrl: UrlCheck
  readonly areBatchesEnabled: boolean
  readonly linkKey: string
  readonly ingestion: Ingestion
  close(): Promise<void>
}

/** Documents that are fetched while others are being read. */
const FETCHED_AHEAD = 4

/** What the server does with documents: real downloads, and PDFs read in threads. */
export async function createDocumentServices({
  settings,
  own,
  ...deps
}: DocumentServicesDeps): Promise<DocumentServices> {
  const { timers, secrets } = deps
  const allowed = settings.privateHosts
  // One core is left to the server itself.
  const threads = Math.max(1, availableParallelism() - 1)
  const reader = createPdfReader({
    worker: await findBuiltFile('adapters/pdf/read.worker.js'),
    threads,
    timers,
  })
  // Links outlive a restart, as the key that they derive from does.
  const linkKey = secrets.hash(`links ${JSON.stringify(own.signingKey)}`)
  const signing = { secrets, linkKey }
  const local = (url: string) => openUpload({ ...deps, ...signing }, url)
  const origin = createDocumentOrigin({ timers, allowed, local })
  const ingestion = createIngestion({ ...deps, origin, reader, concurrency: threads + FETCHED_AHEAD })
  const cancelRetention = scheduleRetention(deps)
  return {
    checkUrl: createUrlCheck(allowed, (url) => parseUploadAddress(signing, url) !== undefined),
    areBatchesEnabled: settings.config.batches.enabled,
    linkKey,
    ingestion,
    async close() {
      cancelRetention()
      await ingestion.stop()
      await reader.close()
    },
  }
}
