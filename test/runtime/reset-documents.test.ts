import { expect, test } from 'vitest'
import type { Batch, BatchWithItems } from '../../src/contract/batches.js'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { createGate } from '../support/knowledge/document-world.js'
import { documentFixture } from '../support/pdf/fixture.js'
import { startOrigin } from '../support/providers/document-origin.js'
import { idTokenOf, rest, startTestServer, temporaryFolder } from '../support/servers/test-server.js'

const LETTER = documentFixture('letter')
const BATCH = '/api/v1/characters/batch'

/** Letters, those of `held-…` once `release` was called. */
async function openLibrary() {
  const gate = createGate()
  const { port, requests, left } = await startOrigin(async ({ url = '' }, response) => {
    if (url.startsWith('/held-')) await gate.opened
    response.end(LETTER)
  })
  const urlOf = (name: string) => `http://127.0.0.1:${port}/${name}.pdf`
  return { host: `127.0.0.1:${port}`, urlOf, requests, left, release: gate.open }
}

const submit = async (server: RunningServer, ...urls: string[]) =>
  (
    await rest(server, 'POST', BATCH, {
      requests: [{ customId: 'one', documents: urls.map((url) => ({ url })) }],
    })
  ).body as Batch

/** Asks again until the batch is like that; every answer is a round trip to the server. */
async function reached(server: RunningServer, { id }: Batch, isThere: (batch: BatchWithItems) => boolean) {
  for (;;) {
    const batch = (await rest(server, 'GET', `${BATCH}/${id}`)).body as BatchWithItems
    if (isThere(batch)) return batch
  }
}
const finished = (server: RunningServer, batch: Batch) =>
  reached(server, batch, ({ completedAt }) => completedAt !== null)

async function reset(server: RunningServer): Promise<number> {
  const headers = { authorization: `Bearer ${await idTokenOf(server)}` }
  const url = `${server.ready.baseUrl}/api/control/v1/local/reset`
  return (await fetch(url, { method: 'POST', headers })).status
}

test('a reset gives up what is being ingested, and the next batch is ingested as any', async () => {
  const library = await openLibrary()
  const server = await startTestServer({ allowPrivateHosts: [library.host], limits: 'off' })
  const first = await submit(server, library.urlOf('held-a'), library.urlOf('b'))
  await library.requests(2)
  expect(await reset(server)).toBe(204)
  await library.left()
  expect(await rest(server, 'GET', `${BATCH}/${first.id}`)).toMatchObject({ status: 404 })
  expect(await rest(server, 'GET', '/api/v1/characters')).toMatchObject({ body: { total: 0 } })

  library.release()
  const second = await finished(server, await submit(server, library.urlOf('held-a'), library.urlOf('b')))
  expect(second).toMatchObject({ status: 'completed', documentCounts: { total: 2, ready: 2 } })
})

test('a reset brings a document of the start back, with its file and what was not ingested yet', async () => {
  const library = await openLibrary()
  const dataDir = await temporaryFolder()
  const open = () => startTestServer({ dataDir, allowPrivateHosts: [library.host], limits: 'off' })
  const before = await open()
  const batch = await submit(before, library.urlOf('a'), library.urlOf('held-b'))
  await reached(before, batch, ({ documentCounts }) => documentCounts.ready === 1)
  await before.stop()

  const server = await open()
  const { items } = (await rest(server, 'GET', `${BATCH}/${batch.id}`)).body as BatchWithItems
  const [{ characterId, documents } = { characterId: null, documents: [] }] = items
  expect(await rest(server, 'DELETE', `/api/v1/characters/${characterId}`)).toMatchObject({ status: 200 })
  expect(await reset(server)).toBe(204)
  library.release()
  expect(await finished(server, batch)).toMatchObject({ documentCounts: { total: 2, ready: 2 } })
  const link = await rest(server, 'GET', `/api/v1/characters/documents/${documents[0]?.documentId}/view-url`)
  const { url } = link.body as { url: string }
  expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(LETTER)
})
