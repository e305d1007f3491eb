import { expect, test } from 'vitest'
import type { Batch, BatchItemDocument, BatchWithItems } from '../../src/contract/batches.js'
import { pagesPdf, textLines } from '../support/pdf/raw-pdf.js'
import {
  type Misbehaviour,
  misbehaviours,
  outcomeOf,
  startMisbehavingOrigins,
} from '../support/providers/misbehaving-origin.js'
import { startServerProcess } from '../support/servers/store-server.js'
import { temporaryFolder } from '../support/stores/store-folder.js'

/** No batch may have more than a hundred documents. */
const BATCHES = 2
const ITEMS = 20
const DOCUMENTS = 5
const ORIGINS = misbehaviours('rude origins of a server', BATCHES * ITEMS * DOCUMENTS)

const pdfOf = ({ padding }: Misbehaviour, at: number) => {
  const comment = `% ${'x'.repeat(98)}\n`.repeat(Math.ceil(padding / 100))
  return pagesPdf([{ dict: '', stream: comment + textLines([`Boat ${at} belongs to the keeper.`]) }])
}

const submission = (port: number, batch: number) => ({
  requests: Array.from({ length: ITEMS }, (_, item) => ({
    customId: `item-${item}`,
    documents: Array.from({ length: DOCUMENTS }, (_, at) => ({
      url: `http://127.0.0.1:${port}/${(batch * ITEMS + item) * DOCUMENTS + at}`,
    })),
  })),
})

test('a server outlives 200 origins that end their connections in any way, and tells each document’s end', async () => {
  const { port } = await startMisbehavingOrigins(ORIGINS, pdfOf)
  const server = await startServerProcess(await temporaryFolder(), ['--allow-private-host', '127.0.0.1'])
  const documents: BatchItemDocument[] = []
  for (let at = 0; at < BATCHES; at += 1) {
    const { id } = await server.call<Batch>('POST', '/characters/batch', submission(port, at))
    let batch: BatchWithItems
    do batch = await server.call('GET', `/characters/batch/${id}`)
    while (batch.status === 'processing')
    documents.push(...batch.items.flatMap((item) => item.documents))
  }
  expect(documents).toHaveLength(ORIGINS.length)
  for (const [at, rudeness] of ORIGINS.entries()) {
    const end = endOf(documents[at])
    expect(ALLOWED[outcomeOf(rudeness)], `origin ${at}: ${JSON.stringify(rudeness)} is ${end}`).toContain(end)
  }
})

const UNREADABLE = 'not fetched whole, and no connection’s fault'

const endOf = (document: BatchItemDocument | undefined): string => {
  if (document?.status !== 'failed') return document?.status ?? 'missing'
  return document.error?.code.startsWith('fetch_') ? document.error.code : UNREADABLE
}

const ALLOWED: Readonly<Record<ReturnType<typeof outcomeOf>, readonly string[]>> = {
  whole: ['ready'],
  failed: ['fetch_connection_error'],
  either: ['ready', 'fetch_connection_error'],
  cut: ['ready', UNREADABLE],
  any: ['ready', 'fetch_connection_error', UNREADABLE],
}
