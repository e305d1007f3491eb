import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Batch, BatchWithItems } from '../../src/contract/batches.js'
import type { Random } from '../../src/domain/random.js'
import { createRandomSources } from '../../src/runtime/process/random.js'
import { createConditionVariable } from '../support/condition-variable.js'
import { pagesPdf, textLines } from '../support/pdf/raw-pdf.js'
import { startOrigin } from '../support/providers/document-origin.js'
import { rounds } from '../support/rounds.js'
import { type ServerProcess, startServerProcess } from '../support/servers/store-server.js'
import { temporaryFolder } from '../support/stores/store-folder.js'

const KILLS = rounds(10, 3)
const ITEMS = 12
const DOCUMENTS = 8
const FILES = 60
/** So many files each life of the server gets at most: the batch is not over before the last kill. */
const FILES_A_LIFE = 5

const pdfOf = (path: string) =>
  pagesPdf([{ dict: '', stream: textLines([`The file ${path} of the keeper.`]) }])

/** A web server whose every path is a document of its own; sends as many as it was allowed to, and counts them. */
async function openLibrary() {
  const watch = createConditionVariable()
  let given = 0
  let allowed = 0
  let sent = 0
  const { port, asked, requests } = await startOrigin(async ({ url = '' }, response) => {
    response.on('finish', () => {
      sent += 1
      watch.wake()
    })
    while (given >= allowed) await watch.until(() => given < allowed)
    // Who asked is dead by now.
    if (response.destroyed) return
    given += 1
    response.end(pdfOf(url))
  })
  return {
    host: `127.0.0.1:${port}`,
    asked,
    requests,
    allow: (more: number) => {
      allowed = given + more
      watch.wake()
    },
    sent: (more: number) => {
      const enough = sent + more
      return watch.until(() => sent >= enough)
    },
  }
}
type Library = Awaited<ReturnType<typeof openLibrary>>

/** Some moment while documents are asked for, have just come, or are being read and stored; `asked`: before this life. */
async function someMoment(random: Random, { allow, requests, sent }: Library, asked: number): Promise<void> {
  const upTo = (most: number) => 1 + Math.floor(random.next() * most)
  const moment = random.next() < 0.3 ? requests(asked + upTo(FILES_A_LIFE)) : sent(upTo(FILES_A_LIFE))
  allow(FILES_A_LIFE)
  await moment
  for (let turn = upTo(200); turn > 1; turn -= 1) await new Promise(setImmediate)
}

const submission = (host: string) => ({
  requests: Array.from({ length: ITEMS }, (_, item) => ({
    customId: `item-${item}`,
    documents: Array.from({ length: DOCUMENTS }, (_, at) => ({
      url: `http://${host}/${(item * DOCUMENTS + at) % FILES}.pdf`,
    })),
  })),
})

const documentsOf = ({ items }: BatchWithItems) => items.flatMap(({ documents }) => documents)
const namesOf = ({ items }: BatchWithItems) =>
  items.map(({ customId, characterId, documents }) => [
    customId,
    characterId,
    documents.map(({ documentId, url }) => [documentId, url]),
  ])
const readyUrls = (batch: BatchWithItems) =>
  new Set(documentsOf(batch).flatMap(({ status, url }) => (status === 'ready' ? [url] : [])))

async function finished({ call }: ServerProcess, path: string): Promise<BatchWithItems> {
  for (;;) {
    const batch = await call<BatchWithItems>('GET', path)
    if (batch.status !== 'processing') return batch
  }
}

test(`a batch whose server is killed ${KILLS} times completes, with no document lost or made twice`, {
  tags: 'rounds',
}, async () => {
  const library = await openLibrary()
  const folder = await temporaryFolder()
  const start = () => startServerProcess(folder, ['--allow-private-host', library.host])
  const { random } = createRandomSources({ seed: 'kills of a batch', start: 1 })

  let server = await start()
  const { id } = await server.call<Batch>('POST', '/characters/batch', submission(library.host))
  const path = `/characters/batch/${id}`
  const submitted = await server.call<BatchWithItems>('GET', path)
  const ready: { urls: ReadonlySet<string>; asked: number }[] = []
  let asked = 0
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await someMoment(random, library, asked)
    await server.kill()
    asked = library.asked.length
    server = await start()
    const now = await server.call<BatchWithItems>('GET', path)
    expect(namesOf(now)).toEqual(namesOf(submitted))
    expect(now.status, `it was over before kill ${kill}`).toBe('processing')
    ready.push({ urls: readyUrls(now), asked: library.asked.length })
  }

  library.allow(Number.POSITIVE_INFINITY)
  const done = await finished(server, path)
  expect(done).toMatchObject({ status: 'completed', documentCounts: { total: 96, ready: 96 } })
  expect(namesOf(done)).toEqual(namesOf(submitted))
  expect(new Set(documentsOf(done).map(({ documentId }) => documentId)).size).toBe(ITEMS * DOCUMENTS)
  for (const { characterId, documents } of done.items) {
    const list = await server.call<{ documents: { id: string }[] }>(
      'GET',
      `/characters/${characterId}/documents`,
    )
    expect(list.documents.map((document) => document.id)).toEqual(documents.map((one) => one.documentId))
  }
  for (const { urls, asked } of ready) {
    const later = library.asked.slice(asked).map(({ url }) => `http://${library.host}${url}`)
    expect(later.filter((url) => urls.has(url))).toEqual([])
  }
  expect(await server.call('GET', '/characters')).toMatchObject({ total: ITEMS })
  // The PDF and its passages; nothing is left of what a kill has interrupted.
  expect(await readdir(join(folder, 'files'))).toHaveLength(2 * FILES)
})
