import { onTestFinished } from 'vitest'
import type { Batch, BatchWithItems } from '../../../src/contract/batches.js'
import type { Document } from '../../../src/contract/documents.js'
import { DocumentFailure } from '../../../src/domain/documents/failure.js'
import type { DocumentOrigin, DocumentSource } from '../../../src/domain/documents/ports.js'
import type { ExtractedText, PdfReader } from '../../../src/domain/knowledge/ports.js'
import type { UnitOfWork } from '../../../src/domain/unit-of-work.js'
import type { HttpDeps } from '../../../src/http/http-deps.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { createIngestion } from '../../../src/runtime/services/document-ingestion.js'
import { createConditionVariable } from '../condition-variable.js'
import { startHttp } from '../http/http.js'

export const CHARACTERS = '/api/v1/characters'
export const BATCH = '/api/v1/characters/batch'
/** The one host that the app of `startHttp` fetches from. */
export const urlOf = (name: string): string => `https://origin.test/${name}`

/** What the origin does with a URL: the bytes it sends, or what it fails with. */
export type Script = (source: DocumentSource, signal: AbortSignal) => Promise<string>

export const failing =
  (code: DocumentFailure['code'], httpStatus?: number): Script =>
  async () => {
    throw new DocumentFailure(code, `it is ${code}`, httpStatus === undefined ? {} : { httpStatus })
  }

type World = {
  /** By URL; any other sends its own URL as a document. */
  readonly scripts?: Readonly<Record<string, Script>>
  readonly reader?: PdfReader
  readonly overrides?: Partial<HttpDeps>
  readonly concurrency?: number
}

/** The real app on a store in memory with the real jobs, over an origin and a reader of the test's making. */
export async function openKnowledge({
  scripts = {},
  reader = wordReader,
  overrides = {},
  concurrency = 3,
}: World = {}) {
  const watch = createAsyncWatch()
  const http = await startHttp(overrides)
  const asked: DocumentSource[] = []
  const origin = scriptedOrigin(scripts, (source) => {
    asked.push(source)
    watch.wake()
  })
  const { transact } = wakingUnits(http.deps, watch.wake)
  const { queue, changes } = http.store
  const deps = {
    ...http.deps,
    queue,
    changes,
    transact,
    origin,
    reader,
    timers: createTimers(),
    concurrency,
    stopMs: 1000,
  }
  const ingestion = createIngestion(deps)
  await ingestion.start()
  onTestFinished(() => ingestion.stop())

  const batch = async (id: string) => (await http.call('GET', `${BATCH}/${id}`)).body as BatchWithItems
  return {
    ...http,
    asked,
    ingestion,
    ingestionDeps: deps,
    until: watch.until,
    batch,
    /** The batch once it is finished. */
    finished: async (id: string) => {
      await watch.until(async () => {
        const state = await http.store.batches.find(id)
        return state === undefined || !['processing', 'cancelling'].includes(state.batch.status)
      })
      return batch(id)
    },
    submit: async (...requests: object[]) => {
      const answer = await http.call('POST', BATCH, { body: { requests } })
      return { ...answer, batch: answer.body as Batch }
    },
    document: async (id: string) =>
      (await http.call('GET', `${CHARACTERS}/documents/${id}`)).body as Document,
    makeCharacter: async (headers: Record<string, string> = {}) => {
      const { body } = await http.call('POST', CHARACTERS, { body: {}, headers })
      return (body as { id: string }).id
    },
  }
}
export type Knowledge = Awaited<ReturnType<typeof openKnowledge>>

/** As `createConditionVariable`, for what takes a while to look at. */
function createAsyncWatch() {
  const watch = createConditionVariable()
  let changes = 0
  return {
    wake: () => {
      changes += 1
      watch.wake()
    },
    until: async (isReached: () => boolean | Promise<boolean>): Promise<void> => {
      for (;;) {
        const seen = changes
        if (await isReached()) return
        await watch.until(() => changes > seen)
      }
    },
  }
}

/** A promise that a test keeps. */
export function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** Sends a document once the gate is open, or stops with the signal. */
export const gated =
  (gate: Promise<void>): Script =>
  async ({ url }, signal) => {
    await Promise.race([
      gate,
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      ),
    ])
    return `text of ${url}`
  }

function scriptedOrigin(
  scripts: NonNullable<World['scripts']>,
  note: (source: DocumentSource) => void,
): DocumentOrigin {
  return {
    open: async (source, signal) => {
      note(source)
      const script = scripts[source.url] ?? (async ({ url }) => `text of ${url}`)
      return { filename: null, bytes: oneChunk(await script(source, signal)) }
    },
  }
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** Takes the bytes for the text of a single page; a word is a token. */
export const wordReader: PdfReader = {
  read: async (pdf): Promise<ExtractedText> => {
    const text = Buffer.from(pdf).toString()
    const tokens = text.split(' ').length
    return { pageCount: 1, totalTokens: tokens, passages: [{ text, tokens, firstPage: 1, lastPage: 1 }] }
  },
}

const wakingUnits = ({ transact }: UnitOfWork, wake: () => void): UnitOfWork => ({
  transact: async (keys, decide) => {
    const result = await transact(keys, decide)
    wake()
    return result
  },
})
