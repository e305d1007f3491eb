import { expect, test } from 'vitest'
import type { BatchQuery } from '../../../src/domain/batches/ports.js'
import { updateBatch } from '../../../src/domain/batches/transitions.js'
import { removeDocument } from '../../../src/domain/character-documents/character-documents.js'
import { SourceDocumentsDeleted } from '../../../src/domain/documents/ports.js'
import type { DocumentRecord } from '../../../src/domain/documents/record.js'
import { startAttempt } from '../../../src/domain/knowledge/recover-ingestion.js'
import type { Store } from '../../../src/store/store.js'
import { aBatch, aCreation, aDocument } from '../knowledge/document-records.js'
import { aCharacter, anOrganization, at } from './store-records.js'

const characters = [aCharacter({ id: 'c1' }), aCharacter({ id: 'c2' })]
const ready = (given: Partial<DocumentRecord> = {}) => aDocument({ status: 'ready', ...given })
const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id)

/** What the stores of batches and documents and the queue over them promise. */
export function describeKnowledge(make: () => Promise<Store>): void {
  describeBatches(make)
  describeDocuments(make)
  describeQueue(make)
}

function describeBatches(make: () => Promise<Store>): void {
  test('a batch appears with its characters and documents, by item and position', async () => {
    const { batches, characters: stored } = await make()
    const second = aDocument({ id: 'd2', itemIndex: 1 })
    const late = aDocument({ id: 'd3', position: 10 })
    const early = aDocument({ id: 'd4', position: 2 })
    await batches.create(aCreation({ characters, documents: [late, second, early, aDocument()] }))
    expect(await batches.find('b1')).toEqual({
      batch: aBatch(),
      documents: [aDocument(), early, late, second],
    })
    expect(await batches.find('b2')).toBeUndefined()
    expect(await stored.find('c2')).toEqual(characters[1])
    expect(await batches.listRunning()).toEqual(['b1'])
  })

  test('of a batch that is refused nothing is stored', async () => {
    const { batches, characters: stored } = await make()
    await batches.create(aCreation({ characters }))
    const second = { batch: aBatch({ id: 'b2' }), characters: [aCharacter({ id: 'c3' })] }
    const tenMore = Array.from({ length: 11 }, (_, n) => aDocument({ id: `n${n}` }))
    for (const [creation, kind] of [
      [aCreation(second), 'quota'],
      [aCreation({ ...second, batch: aBatch({ id: 'b2', org_id: 'gone', account_id: 'a2' }) }), 'forbidden'],
      [aCreation({ ...second, maxRunningBatches: 2, documents: tenMore }), 'invalid'],
      [
        aCreation({ ...second, maxRunningBatches: 2, documents: [aDocument({ agentId: 'c9' })] }),
        'not_found',
      ],
    ] as const) {
      await expect(batches.create(creation)).rejects.toMatchObject({ kind })
    }
    expect([await batches.find('b2'), await stored.find('c3')]).toEqual([undefined, undefined])
  })

  test('of five batches of one account that are created at once one runs', async () => {
    const { batches } = await make()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, (_, n) => batches.create(aCreation({ batch: aBatch({ id: `b${n}` }) }))),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await batches.listRunning()).toHaveLength(1)
  })

  test('single documents, finished batches and those of others do not hold up a batch', async () => {
    const { batches, organizations } = await make()
    await organizations.insert(anOrganization())
    for (const batch of [
      aBatch({ id: 'single', isSingle: true }),
      aBatch({ id: 'done', status: 'completed' }),
      aBatch({ id: 'other', account_id: 'a2' }),
      aBatch({ id: 'ours', org_id: 'org-1' }),
      aBatch(),
    ]) {
      await batches.create(aCreation({ batch }))
    }
    await batches.create(aCreation({ batch: aBatch({ id: 'b2', isSingle: true }) }))
    await expect(batches.create(aCreation({ batch: aBatch({ id: 'b3' }) }))).rejects.toMatchObject({
      detail: { runningBatchId: 'b1' },
    })
  })

  test('batches of a space are listed newest first, page by page, of a player their own, unexpired', async () => {
    const { batches, organizations } = await make()
    await organizations.insert(anOrganization())
    const listed = async (given: Partial<BatchQuery> = {}) => {
      const all = { accountId: 'a1', orgId: null, playerId: null, expiresAfter: at(0), limit: 20, offset: 0 }
      const found = await batches.list({ ...all, ...given })
      return [idsOf(found.batches.map(({ batch }) => batch)), found.total]
    }
    for (const [id, given] of Object.entries({
      b1: { createdAt: at(1) },
      b2: { createdAt: at(2), player_id: 'ada' },
      b3: { createdAt: at(3), expiresAt: at(0) },
      b4: { createdAt: at(4), org_id: 'org-1', account_id: 'a2' },
      b5: { createdAt: at(5), account_id: 'a2' },
    })) {
      await batches.create(aCreation({ batch: aBatch({ id, status: 'completed', ...given }) }))
    }
    expect(await listed()).toEqual([['b2', 'b1'], 2])
    expect(await listed({ limit: 1, offset: 1 })).toEqual([['b1'], 2])
    expect(await listed({ playerId: 'ada' })).toEqual([['b2'], 1])
    expect(await listed({ orgId: 'org-1' })).toEqual([['b4'], 1])
  })

  test('a change of a batch is made as a whole; one that throws changes nothing', async () => {
    const store = await make()
    const { batches } = store
    await batches.create(aCreation({ characters, documents: [aDocument(), aDocument({ id: 'd2' })] }))
    const refuse = () => {
      throw new Error('no')
    }
    await expect(updateBatch(store, 'b1', refuse)).rejects.toThrow('no')
    const changed = await updateBatch(store, 'b1', ({ batch, documents }) => ({
      batch: { ...batch, status: 'completed' },
      documents: documents.map((document) => ({ ...document, status: 'failed' })),
    }))
    expect(changed?.documents.map(({ status }) => status)).toEqual(['failed', 'failed'])
    expect(await batches.find('b1')).toEqual(changed)
    expect(await batches.listRunning()).toEqual([])
    expect(await updateBatch(store, 'b2', () => ({}))).toBeUndefined()
  })

  test('expired batches go when they are finished, and their documents stay', async () => {
    const { batches, documents } = await make()
    const expiresAt = at(10)
    await batches.create(
      aCreation({ characters, batch: aBatch({ expiresAt, status: 'completed' }), documents: [ready()] }),
    )
    await batches.create(aCreation({ batch: aBatch({ id: 'running', expiresAt }) }))
    await batches.removeExpired(at(9))
    expect(await batches.find('b1')).toBeDefined()
    await batches.removeExpired(at(10))
    expect(await batches.find('b1')).toBeUndefined()
    expect(await batches.find('running')).toBeDefined()
    expect(await documents.find('d1')).toMatchObject({ status: 'ready' })
  })
}

function describeDocuments(make: () => Promise<Store>): void {
  test('documents of a character are listed oldest first, those of an item in their order', async () => {
    const { batches, documents } = await make()
    const younger = aDocument({ id: 'a', createdAt: '2031-01-01T00:00:00.000Z' })
    const all = [younger, aDocument({ id: 'c', position: 2 }), aDocument({ id: 'd', position: 1 })]
    await batches.create(
      aCreation({ characters, documents: [...all, aDocument({ id: 'e', agentId: 'c2' })] }),
    )
    expect(idsOf(await documents.list('c1'))).toEqual(['d', 'c', 'a'])
    expect(await documents.list('c3')).toEqual([])
    expect(await documents.find('c')).toEqual(all[1])
  })

  test('a document is removed once, unless it is being ingested', async () => {
    const store = await make()
    const { batches, documents } = store
    await batches.create(aCreation({ characters, documents: [ready(), aDocument({ id: 'd2' })] }))
    await expect(removeDocument(store, 'd2')).rejects.toMatchObject({ kind: 'conflict' })
    await removeDocument(store, 'd1')
    await expect(removeDocument(store, 'd1')).rejects.toThrow('Document not found')
    expect([await documents.find('d1'), idsOf(await documents.list('c1'))]).toEqual([undefined, ['d2']])
  })

  test('copies are attached while their sources are ready, ten to a character at most', async () => {
    const { batches, documents } = await make()
    await batches.create(aCreation({ characters, documents: [ready(), aDocument({ id: 'd2' })] }))
    const copies = (count: number, given: Partial<DocumentRecord> = {}) =>
      Array.from({ length: count }, (_, n) => ready({ id: `copy${n}`, agentId: 'c2', ...given }))
    const attach = (sources: string[], count: number, given?: Partial<DocumentRecord>) =>
      documents.attach({ documents: copies(count, given), sources })
    await expect(attach(['d1', 'd2', 'd9'], 1)).rejects.toEqual(new SourceDocumentsDeleted(['d2', 'd9']))
    await expect(attach(['d1'], 1, { agentId: 'c9' })).rejects.toMatchObject({ kind: 'not_found' })
    await expect(attach(['d1'], 11)).rejects.toMatchObject({ kind: 'invalid' })
    expect(await documents.list('c2')).toEqual([])
    await attach(['d1'], 10)
    await expect(attach(['d1'], 1, { id: 'eleventh' })).rejects.toMatchObject({ kind: 'invalid' })
    expect(await documents.list('c2')).toHaveLength(10)
  })

  test('of fifteen copies that are attached at once ten find room', async () => {
    const { batches, documents } = await make()
    await batches.create(aCreation({ characters, documents: [ready()] }))
    const outcomes = await Promise.allSettled(
      Array.from({ length: 15 }, (_, n) =>
        documents.attach({ documents: [ready({ id: `copy${n}`, agentId: 'c2' })], sources: ['d1'] }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await documents.list('c2')).toHaveLength(10)
  })

  test('vectors of passages are kept for every document that has them', async () => {
    const { batches, documents } = await make()
    const of = (id: string, passages_file: string | null) => ready({ id, passages_file })
    const all = [of('d1', 'text'), of('d2', 'text'), of('d3', 'other'), of('d4', null)]
    await batches.create(aCreation({ characters, documents: all }))
    const vectors = { of: 'model 3', file: 'vectors' }
    expect(await documents.recordVectors('text', vectors)).toBe(true)
    expect(await documents.recordVectors('gone', vectors)).toBe(false)
    const found = await Promise.all(['d1', 'd2', 'd3', 'd4'].map((id) => documents.find(id)))
    expect(found.map((document) => document?.vectors)).toEqual([vectors, vectors, null, null])
  })

  test('the file of vectors stays with the documents that have them, and goes with the last', async () => {
    const store = await make()
    const { batches, documents, files } = store
    const all = ['d1', 'd2'].map((id) => ready({ id, passages_file: 'text' }))
    await batches.create(aCreation({ characters, documents: all }))
    const file = await files.put(oneChunk('vectors'), { maxBytes: 100 })
    const sha256 = file?.sha256 ?? ''
    await documents.recordVectors('text', { of: 'model 3', file: sha256 })
    file?.release()
    await removeDocument(store, 'd1')
    await documents.recordVectors('other', { of: 'model 3', file: sha256 })
    expect(await files.size(sha256)).toBe('vectors'.length)
    await removeDocument(store, 'd2')
    await expect.poll(() => files.size(sha256)).toBeUndefined()
  })

  test('the documents of a character go with it', async () => {
    const { batches, documents, characters: stored } = await make()
    await batches.create(aCreation({ characters, documents: [ready(), ready({ id: 'd2', agentId: 'c2' })] }))
    await stored.remove('c1')
    expect(idsOf((await batches.find('b1'))?.documents ?? [])).toEqual(['d2'])
    expect(await documents.find('d1')).toBeUndefined()
  })
}

function describeQueue(make: () => Promise<Store>): void {
  const start = (document: DocumentRecord) => startAttempt(document, at(60))
  const waiting = (id: string, given: Partial<DocumentRecord> = {}) =>
    aDocument({ id, url: `https://origin.test/${id}.pdf`, ...given })

  test('documents are claimed in their order, each once, and are begun then', async () => {
    const { batches, documents, queue } = await make()
    const all = [waiting('d2', { position: 1 }), waiting('d1'), ready({ id: 'd3', position: 2 })]
    await batches.create(aCreation({ characters, documents: all }))
    expect(await queue.depths()).toEqual({ queued: 2, running: 0 })
    const claimed = [await queue.claim(start), await queue.claim(start), await queue.claim(start)]
    expect(claimed.map((document) => document?.id)).toEqual(['d1', 'd2', undefined])
    expect(await documents.find('d1')).toMatchObject({ status: 'fetching', attempts: 1, updatedAt: at(60) })
    expect(await queue.depths()).toEqual({ queued: 0, running: 2 })
  })

  test('batches take turns, and what was begun more often comes later', async () => {
    const { batches, queue } = await make()
    const of = (batchId: string, ...ids: string[]) =>
      ids.map((id, position) => waiting(id, { batchId, position }))
    await batches.create(aCreation({ characters, documents: of('b1', 'a1', 'a2', 'a3') }))
    const other = aBatch({ id: 'b2', account_id: 'a2' })
    const [b1, b2] = of('b2', 'b1', 'b2').map((document, n) => ({ ...document, attempts: 1 - n }))
    await batches.create(aCreation({ batch: other, documents: [b1, b2].filter((one) => one !== undefined) }))
    const order: (string | undefined)[] = []
    for (let n = 0; n < 5; n += 1) order.push((await queue.claim(start))?.id)
    expect(order).toEqual(['a1', 'b2', 'a2', 'b1', 'a3'])
  })

  test('a document waits while another of its batch with the same URL is being worked on', async () => {
    const store = await make()
    const { batches, queue } = store
    const url = 'https://origin.test/same.pdf'
    const [one, two] = [waiting('d1', { url }), waiting('d2', { url, position: 1 })]
    await batches.create(aCreation({ characters, documents: [one, two] }))
    const claimed = await queue.claim(start)
    expect(await queue.claim(start)).toBeUndefined()
    await updateBatch(store, 'b1', () => ({ documents: [{ ...(claimed ?? one), status: 'failed' }] }))
    expect(await queue.claim(start)).toMatchObject({ id: 'd2' })
  })
}

async function* oneChunk(text: string) {
  yield Buffer.from(text)
}
