import { expect, test } from 'vitest'
import { removeDocument } from '../../../src/domain/character-documents/character-documents.js'
import {
  BATCH,
  CHARACTERS,
  createGate,
  failing,
  gated,
  type Knowledge,
  openKnowledge,
  urlOf,
} from '../../support/knowledge/document-world.js'

/** A character with a document; returns the document's id. */
async function givenDocument(world: Knowledge, name = 'a.pdf') {
  const { batch } = await world.submit({ customId: 'source', documents: [{ url: urlOf(name) }] })
  const [item] = (await world.finished(batch.id)).items
  return { characterId: item?.characterId ?? '', documentId: item?.documents[0]?.documentId ?? '' }
}

const documentsOf = async (world: Knowledge, characterId: string) => {
  const { body } = await world.call('GET', `${CHARACTERS}/${characterId}/documents`)
  return (body as { documents: { id: string; status: string; filename: string }[] }).documents
}

test('a character is created with copies of ready documents', async () => {
  const world = await openKnowledge()
  const source = await givenDocument(world)
  const { status, body } = await world.call('POST', CHARACTERS, {
    body: { document_ids: [source.documentId] },
  })
  expect(status).toBe(201)
  const { id } = body as { id: string }
  const [copy, ...more] = await documentsOf(world, id)
  expect(more).toEqual([])
  expect(copy).toMatchObject({ agentId: id, status: 'ready', filename: 'a.pdf', totalTokens: 3 })
  expect(copy?.id).not.toBe(source.documentId)
  expect(world.asked).toHaveLength(1)
})

test('an update adds copies to what a character has; null and none change nothing', async () => {
  const world = await openKnowledge()
  const [first, second] = [await givenDocument(world), await givenDocument(world, 'b.pdf')]
  const update = (document_ids: string[] | null) =>
    world.call('PUT', `${CHARACTERS}/${first.characterId}`, { body: { document_ids } })
  expect((await update([second.documentId])).status).toBe(200)
  expect((await update(null)).status).toBe(200)
  expect((await update([])).status).toBe(200)
  // Its own document is there already.
  expect((await update([first.documentId])).status).toBe(200)
  expect((await documentsOf(world, first.characterId)).map(({ filename }) => filename).sort()).toEqual([
    'a.pdf',
    'b.pdf',
  ])
})

test('a copy outlives the document that it was made of, and the last one takes the file along', async () => {
  const world = await openKnowledge()
  const source = await givenDocument(world)
  const { body } = await world.call('POST', CHARACTERS, { body: { document_ids: [source.documentId] } })
  const { id } = body as { id: string }
  const [copy] = await documentsOf(world, id)
  const record = await world.store.documents.find(source.documentId)
  const [file = '', passages = ''] = [record?.file ?? '', record?.passages_file ?? '']

  await world.call('DELETE', `${CHARACTERS}/${source.characterId}`)
  expect(await world.call('GET', `${CHARACTERS}/documents/${copy?.id}/view-url`)).toMatchObject({
    status: 200,
  })
  expect(await world.store.files.size(file)).toBeGreaterThan(0)
  await world.call('DELETE', `${CHARACTERS}/${id}/documents/${copy?.id}`)
  await world.store.close()
  expect([await world.store.files.size(file), await world.store.files.size(passages)]).toEqual([
    undefined,
    undefined,
  ])
})

test('what cannot be attached refuses a single character, with every reason', async () => {
  const gate = createGate()
  const world = await openKnowledge({
    scripts: { [urlOf('slow.pdf')]: gated(gate.opened), [urlOf('bad.pdf')]: failing('fetch_timeout') },
  })
  const ready = await givenDocument(world)
  const bad = await givenDocument(world, 'bad.pdf')
  const { batch } = await world.submit({ customId: 'slow', documents: [{ url: urlOf('slow.pdf') }] })
  const slow = (await world.batch(batch.id)).items[0]?.documents[0]?.documentId ?? ''
  const document_ids = [ready.documentId, 'none', bad.documentId, slow]
  const errors = [
    { customId: null, path: 'document_ids.1', code: 'document_not_found', message: 'Document not found' },
    {
      customId: null,
      path: 'document_ids.2',
      code: 'document_failed',
      message: 'Document could not be ingested',
    },
    {
      customId: null,
      path: 'document_ids.3',
      code: 'document_not_ready',
      message: 'Document is still being ingested',
    },
  ]
  const refused = { status: 422, body: { detail: { message: 'Some documents cannot be attached', errors } } }
  expect(await world.call('POST', CHARACTERS, { body: { document_ids } })).toMatchObject(refused)
  expect(
    await world.call('PUT', `${CHARACTERS}/${ready.characterId}`, { body: { document_ids } }),
  ).toMatchObject(refused)
  expect(await world.submit({ customId: 'x' }, { customId: 'y', document_ids })).toMatchObject({
    status: 422,
    body: { detail: { errors: errors.map((error) => ({ ...error, customId: 'y' })) } },
  })
  expect((await world.call('GET', CHARACTERS)).body).toMatchObject({ total: 3 })
  gate.open()
})

test("a document of another account or another player's character cannot be attached", async () => {
  const world = await openKnowledge()
  const { documentId } = await givenDocument(world)
  const body = { document_ids: [documentId] }
  const refused = { status: 422, body: { detail: { errors: [{ code: 'document_not_found' }] } } }
  expect(await world.call('POST', CHARACTERS, { body, key: world.otherKey })).toMatchObject(refused)
  expect(await world.call('POST', CHARACTERS, { body, playerId: 'ada' })).toMatchObject(refused)
})

test('an item of a batch gets copies, says so, and needs nothing fetched', async () => {
  const world = await openKnowledge()
  const { documentId } = await givenDocument(world)
  const { status, batch } = await world.submit({ customId: 'a', document_ids: [documentId, documentId] })
  expect([status, batch.status]).toEqual([202, 'completed'])
  const [item] = (await world.batch(batch.id)).items
  expect(item).toMatchObject({
    status: 'succeeded',
    documents: [{ name: 'a.pdf', status: 'ready', totalTokens: 3 }],
    warnings: [{ code: 'document_copied', path: 'document_ids.0' }, { code: 'text_only_inferred' }],
  })
  expect(await documentsOf(world, item?.characterId ?? '')).toHaveLength(1)
})

test('an attached document that is deleted in the very moment becomes a warning of its item', async () => {
  const world = await openKnowledge()
  const { documentId } = await givenDocument(world)
  const { documents } = world.deps
  const { findMany } = documents
  // Once it was found, somebody deletes it.
  Object.assign(documents, {
    findMany: async (ids: readonly string[]) => {
      const found = await findMany(ids)
      for (const id of ids) await removeDocument(world.deps, id)
      return found
    },
  })
  const { batch } = await world.submit({ customId: 'a', document_ids: [documentId] })
  Object.assign(documents, { findMany })
  const [item] = (await world.batch(batch.id)).items
  expect(item).toMatchObject({
    status: 'succeeded',
    documents: [],
    warnings: [{ code: 'document_link_failed', path: 'document_ids.0' }, { code: 'text_only_inferred' }],
  })
})

test('more than ten active documents cannot be attached', async () => {
  const world = await openKnowledge()
  const documents = Array.from({ length: 10 }, (_, n) => ({ url: urlOf(`${n}.pdf`) }))
  const { batch } = await world.submit({ customId: 'full', documents })
  const [full] = (await world.finished(batch.id)).items
  const { documentId } = await givenDocument(world)
  const refused = { status: 400, body: { detail: 'A character may hold at most 10 active documents' } }
  const update = { body: { document_ids: [documentId] } }
  expect(await world.call('PUT', `${CHARACTERS}/${full?.characterId}`, update)).toMatchObject(refused)
  const document_ids = [documentId, ...(full?.documents ?? []).map((document) => document.documentId)]
  expect(await world.call('POST', CHARACTERS, { body: { document_ids } })).toMatchObject(refused)
  expect(await world.call('POST', `${BATCH}/${batch.id}/retry`)).toMatchObject({ status: 400 })
})
