import { once } from 'node:events'
import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPdfReader } from '../../src/adapters/pdf/reader.js'
import { findBuiltFile } from '../../src/runtime/process/package-root.js'
import { createTimers } from '../../src/runtime/process/timers.js'
import { pagesPdf, textLines } from '../support/pdf/raw-pdf.js'
import { type Bench, type Figure, quantile, type Size } from './bench.js'

const READS: Record<Size, number> = { full: 5, reduced: 1 }
/** Milliseconds between one request and the next. */
const PAUSE = 2

/** How long requests wait while a PDF of 500 pages with streams that are not packed is read, over and over. */
export const bench: Bench = async (size) => {
  const server = createServer((_, response) => response.end('ok'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const worker = await findBuiltFile('adapters/pdf/read.worker.js')
  const reader = createPdfReader({ worker, threads: 1, timers: createTimers() })
  try {
    const reads = readAll(reader, READS[size])
    const waits = await waitsUntil(server, reads)
    const took = await reads
    const detail = `of ${waits.length} requests while a document is read in ${took.toFixed(0)} ms`
    return [
      figure('99th percentile', { ms: quantile(waits, 0.99), budget: 5, detail }),
      figure('longest', { ms: Math.max(...waits), budget: 50, detail }),
    ]
  } finally {
    await reader.close()
    server.closeAllConnections()
    server.close()
  }
}

const figure = (
  name: string,
  { ms, budget, detail }: { ms: number; budget: number; detail: string },
): Figure => ({
  name: `${name} of waits in ms while a PDF is read`,
  ratio: ms,
  budget: { atMost: budget },
  detail: `${ms.toFixed(2)} ms ${detail}`,
})

/** The mean time of a reading. */
async function readAll(reader: ReturnType<typeof createPdfReader>, times: number): Promise<number> {
  const pdf = new Uint8Array(largeDocument())
  const started = performance.now()
  for (let time = 0; time < times; time += 1) {
    await reader.read(pdf.slice(), new AbortController().signal)
  }
  return (performance.now() - started) / times
}

/** 500 pages of 3,500 characters each, nothing packed. */
function largeDocument(): Buffer {
  const pages = Array.from({ length: 500 }, (_, page) => {
    const line = (n: number) =>
      `Page ${page}, line ${n}: the keeper counts the ships and writes them down again.`
    return { dict: '', stream: textLines(Array.from({ length: 48 }, (_, n) => line(n))) }
  })
  return pagesPdf(pages)
}

async function waitsUntil(server: Server, end: Promise<unknown>): Promise<number[]> {
  const waits: number[] = []
  let ended = false
  const stop = () => {
    ended = true
  }
  end.then(stop, stop)
  while (!ended) {
    waits.push(await request((server.address() as AddressInfo).port))
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
  return waits
}

function request(port: number): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const asked = get({ host: '127.0.0.1', port, agent: false }, (response) => {
      response.resume().on('end', () => resolve(performance.now() - started))
    })
    asked.on('error', reject)
  })
}
