import { expect, test } from 'vitest'
import { createDocumentOrigin } from '../../../src/adapters/download/document-origin.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { failureOf, NEVER } from '../../support/providers/document-origin.js'
import {
  type Misbehaviour,
  misbehaviours,
  type Outcome,
  outcomeOf,
  startMisbehavingOrigins,
} from '../../support/providers/misbehaving-origin.js'

const ORIGINS = misbehaviours('rude origins', 200)
const documentOf = ({ padding }: Misbehaviour) =>
  Buffer.from('%PDF-1.7 '.padEnd(1000 + padding, 'the keeper counts the boats of the harbour '))

/** Reads the document of an origin, with as slow a reader as it says. */
async function readFrom(host: string, at: number, spent: () => Promise<void>): Promise<Buffer> {
  const origin = createDocumentOrigin({
    timers: createTimers(),
    allowed: [{ host: '127.0.0.1', port: null }],
  })
  const { bytes } = await origin.open({ url: `http://${host}/${at}`, headers: {} }, NEVER)
  const chunks: Uint8Array[] = []
  const heldAfter = ORIGINS[at]?.heldAfter
  if (heldAfter === 0) await spent()
  for await (const chunk of bytes) {
    chunks.push(chunk)
    if (chunks.length === heldAfter) await spent()
  }
  return Buffer.concat(chunks)
}

test('however an origin ends its connection, and however slow the reader is, each document ends as it must', async () => {
  const { port, spent } = await startMisbehavingOrigins(ORIGINS, documentOf)
  const found = { whole: 0, failed: 0, cut: 0 }
  for (const [at, rudeness] of ORIGINS.entries()) {
    const document = documentOf(rudeness)
    const reading = readFrom(`127.0.0.1:${port}`, at, () => spent(at))
    const bytes = await reading.catch(() => undefined)
    const what = `origin ${at}: ${JSON.stringify(rudeness)}`
    if (bytes === undefined) expect((await failureOf(reading)).code, what).toBe('fetch_connection_error')
    else expect(document.subarray(0, bytes.length).equals(bytes), what).toBe(true)
    const outcome = endOf(document, bytes)
    expect(ALLOWED[outcomeOf(rudeness)], `${what} is ${outcome}`).toContain(outcome)
    found[outcome] += 1
  }
  expect(found.whole).toBeGreaterThan(60)
  expect(found.failed).toBeGreaterThan(60)
  expect(found.cut).toBeGreaterThan(3)
})

type End = 'whole' | 'failed' | 'cut'

const ALLOWED: Readonly<Record<Outcome, readonly End[]>> = {
  whole: ['whole'],
  failed: ['failed'],
  cut: ['cut'],
  either: ['whole', 'failed'],
  any: ['whole', 'failed', 'cut'],
}

function endOf(document: Buffer, bytes: Buffer | undefined): End {
  if (bytes === undefined) return 'failed'
  return bytes.length < document.length ? 'cut' : 'whole'
}
