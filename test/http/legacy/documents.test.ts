import { expect, test } from 'vitest'
import { CHARACTERS, openKnowledge, urlOf } from '../../support/knowledge/document-world.js'

async function givenDocument() {
  const world = await openKnowledge()
  const { batch } = await world.submit({ customId: 'a', documents: [{ url: urlOf('a.pdf') }] })
  const [item] = (await world.finished(batch.id)).items
  return { world, characterId: item?.characterId, documentId: item?.documents[0]?.documentId }
}

test('the old list answers what the new one does', async () => {
  const { world, characterId } = await givenDocument()
  const old = await world.call('GET', `/api/agents/${characterId}/documents`)
  expect(old).toMatchObject({ status: 200, body: { total: 1, documents: [{ filename: 'a.pdf' }] } })
  expect(old.body).toEqual((await world.call('GET', `${CHARACTERS}/${characterId}/documents`)).body)
})

test('the old path deletes a document without naming its character', async () => {
  const { world, documentId } = await givenDocument()
  const path = `/api/agents/documents/${documentId}`
  expect(await world.call('DELETE', path, { playerId: 'ada' })).toMatchObject({ status: 403 })
  expect(await world.call('DELETE', path, { key: world.otherKey })).toMatchObject({ status: 404 })
  expect(await world.call('DELETE', path)).toMatchObject({ status: 204, body: null })
  expect(await world.call('DELETE', path)).toMatchObject({ status: 404 })
})
