import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Batch } from '../../src/contract/batches.js'
import { type Library, openLibrary } from './batch-library.js'
import { type BatchServer, openServer } from './batch-server.js'
import { type Bench, type Figure, median, type Size } from './bench.js'

const SIZES: Record<Size, { readonly files: number; readonly pages: number; readonly runs: number }> = {
  full: { files: 100, pages: 20, runs: 3 },
  reduced: { files: 20, pages: 10, runs: 1 },
}
const ITEMS = 100
const DOCUMENTS = 10
/** As many as the server takes: one core is left to the rest. */
const THREADS = Math.max(1, availableParallelism() - 1)
/** Milliseconds. Longer than an idle thread of the server stays, so that what a thread holds is not counted. */
const IDLE = 31_000
const POLL = 50

/** A batch of 100 items with 10 documents each, against reading its distinct PDFs and nothing else. */
export const bench: Bench = async (size) => {
  const { runs, ...shelves } = SIZES[size]
  const library = await openLibrary(shelves)
  const server = await openServer(library.host)
  const resting = async () => {
    await pause(size === 'full' ? IDLE : 0)
    return server.memory()
  }
  try {
    // The first of each loads what is needed.
    await runBatch(server, library)
    await readBare(library)
    const before = await resting()
    const pairs: Pair[] = []
    for (let run = 0; run < runs; run += 1) {
      pairs.push({ bare: await readBare(library), ours: await runBatch(server, library) })
    }
    return [timeFigure(pairs), memoryFigure(before, await resting())]
  } finally {
    await server.close()
    library.close()
  }
}

type Pair = { readonly ours: number; readonly bare: number }

function timeFigure(pairs: readonly Pair[]): Figure {
  const [ours, bare] = [median(pairs.map((pair) => pair.ours)), median(pairs.map((pair) => pair.bare))]
  return {
    name: `batch: ${ITEMS} items of ${DOCUMENTS} documents, against reading the distinct PDFs with pdfjs alone`,
    ratio: median(pairs.map((pair) => pair.ours / pair.bare)),
    budget: { atMost: 1.2 },
    detail: `${ours.toFixed(0)} ms against ${bare.toFixed(0)} ms, median of ${pairs.length}, ${THREADS} threads each`,
  }
}

function memoryFigure(before: number, after: number): Figure {
  const inMegabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0)
  return {
    name: 'batch: memory after, against before',
    ratio: after / before,
    budget: { atMost: 1.15 },
    detail: `${inMegabytes(after)} MB against ${inMegabytes(before)} MB`,
  }
}

/** Milliseconds from submitting until all is done; every document is ready then, every URL asked for once. */
async function runBatch({ call }: BatchServer, library: Library): Promise<number> {
  const requests = Array.from({ length: ITEMS }, (_, item) => ({
    customId: `item-${item}`,
    documents: Array.from({ length: DOCUMENTS }, (_, at) => ({
      url: library.urls[(item * DOCUMENTS + at) % library.urls.length],
    })),
  }))
  const started = performance.now()
  let batch = await call<Batch>('POST', '/characters/batch', { requests })
  while (batch.status === 'processing') {
    await pause(POLL)
    const page = await call<{ batches: [Batch] }>('GET', '/characters/batch?limit=1')
    batch = page.batches[0]
  }
  const took = performance.now() - started
  if (batch.documentCounts.ready !== ITEMS * DOCUMENTS) throw new Error(JSON.stringify(batch))
  const downloads = library.downloads()
  if (downloads.some((count) => count !== 1)) throw new Error(`downloads of each URL: ${downloads}`)
  return took
}

/** Milliseconds from the start of the threads until every PDF is read. */
async function readBare({ pdfs }: Library): Promise<number> {
  const started = performance.now()
  const waiting = pdfs.map((pdf) => Uint8Array.from(pdf))
  await Promise.all(Array.from({ length: THREADS }, () => readInThread(waiting)))
  return performance.now() - started
}

async function readInThread(waiting: Uint8Array<ArrayBuffer>[]): Promise<void> {
  const thread = new Worker(new URL('batch-baseline.js', import.meta.url))
  for (let pdf = waiting.pop(); pdf !== undefined; pdf = waiting.pop()) {
    thread.postMessage(pdf, [pdf.buffer])
    await once(thread, 'message')
  }
  await thread.terminate()
}
