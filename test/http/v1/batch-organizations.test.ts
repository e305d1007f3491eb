import { expect, test } from 'vitest'
import type { Batch, BatchWithItems } from '../../../src/contract/batches.js'
import { updateRecord } from '../../../src/domain/unit-of-work.js'
import { NOW } from '../../support/http/http.js'
import {
  BATCH,
  CHARACTERS,
  createGate,
  failing,
  gated,
  openKnowledge,
  urlOf,
} from '../../support/knowledge/document-world.js'
import { anOrganization } from '../../support/stores/store-records.js'

const NOT_ACTIVE = { status: 403, body: { detail: 'Not an active member of this organization' } }

/** An organization of a2 with the member a1, who asks unless told otherwise. */
async function given(world: Parameters<typeof openKnowledge>[0] = {}) {
  const knowledge = await openKnowledge(world)
  await knowledge.store.organizations.insert(
    anOrganization({
      ownerId: 'a2',
      members: ['a1', 'a2'].map((accountId) => ({ accountId, addedAt: NOW })),
    }),
  )
  const inOrg = { headers: { 'x-org-id': 'org-1' } }
  const asOwner = { key: knowledge.otherKey }
  const leave = () =>
    updateRecord(knowledge.store, { kind: 'organizations', id: 'org-1' }, (current) => ({
      ...current,
      members: current.members.filter(({ accountId }) => accountId !== 'a1'),
    }))
  const submit = async (...documents: string[]) => {
    const requests = [{ customId: 'one', documents: documents.map((name) => ({ url: urlOf(name) })) }]
    const answer = await knowledge.call('POST', BATCH, { ...inOrg, body: { requests } })
    return { ...answer, batch: answer.body as Batch }
  }
  return { ...knowledge, inOrg, asOwner, leave, submit }
}

const idsIn = (body: unknown) => (body as { batches: Batch[] }).batches.map(({ id }) => id)

test('a batch of an organization is listed there, and every member reaches it by its id', async () => {
  const { call, inOrg, asOwner, submit } = await given()
  const { status, batch } = await submit()
  expect({ status, orgId: batch.orgId }).toEqual({ status: 202, orgId: 'org-1' })
  expect(idsIn((await call('GET', BATCH, inOrg)).body)).toEqual([batch.id])
  expect(idsIn((await call('GET', BATCH, { ...inOrg, ...asOwner })).body)).toEqual([batch.id])
  expect(idsIn((await call('GET', BATCH)).body)).toEqual([])
  const { body } = await call('GET', `${BATCH}/${batch.id}`, asOwner)
  const { characterId } = (body as BatchWithItems).items[0] ?? {}
  expect(await call('GET', CHARACTERS, { ...inOrg, ...asOwner })).toMatchObject({
    body: { total: 1, characters: [{ id: characterId }] },
  })
})

test('who is no member any more does not find the batch of the organization', async () => {
  const { call, inOrg, leave, submit } = await given()
  const { batch } = await submit()
  await leave()
  expect(await call('GET', `${BATCH}/${batch.id}`)).toMatchObject({ status: 404 })
  expect(await call('POST', `${BATCH}/${batch.id}/retry`)).toMatchObject({ status: 404 })
  expect(await call('GET', BATCH, inOrg)).toMatchObject(NOT_ACTIVE)
  expect((await submit()).status).toBe(403)
})

test('another member cancels and retries, and the new batch belongs to the organization', async () => {
  const gate = createGate()
  const world = await given({
    scripts: { [urlOf('a.pdf')]: gated(gate.opened), [urlOf('b.pdf')]: failing('fetch_timeout') },
  })
  const { call, asOwner, submit, until, asked } = world
  const { batch } = await submit('a.pdf', 'b.pdf')
  await until(() => asked.length === 2)
  expect(await call('POST', `${BATCH}/${batch.id}/cancel`, asOwner)).toMatchObject({ status: 200 })
  gate.open()
  await world.finished(batch.id)
  const { status, body } = await call('POST', `${BATCH}/${batch.id}/retry`, asOwner)
  expect({ status, body }).toMatchObject({ status: 202, body: { orgId: 'org-1', retryOf: batch.id } })
})

test('a running batch of an organization holds up its next one, and no batch of its members', async () => {
  const gate = createGate()
  const { call, submit } = await given({ scripts: { [urlOf('a.pdf')]: gated(gate.opened) } })
  const { batch } = await submit('a.pdf')
  const second = await submit('c.pdf')
  expect(second).toMatchObject({ status: 429, body: { detail: { runningBatchId: batch.id } } })
  const own = { requests: [{ customId: 'own', documents: [{ url: urlOf('c.pdf') }] }] }
  expect(await call('POST', BATCH, { body: own })).toMatchObject({ status: 202, body: { orgId: null } })
})

test('members add, list, read and delete documents of a character of the organization', async () => {
  const world = await given()
  const { call, inOrg, asOwner } = world
  const id = await world.makeCharacter(inOrg.headers)
  const path = `${CHARACTERS}/${id}/documents`
  const added = await call('POST', path, { ...inOrg, ...asOwner, body: { url: urlOf('a.pdf') } })
  expect(added.status).toBe(202)
  const { documentId, batchId } = added.body as { documentId: string; batchId: string }
  expect(await world.finished(batchId)).toMatchObject({ orgId: 'org-1', documentCounts: { ready: 1 } })
  for (const who of [{}, asOwner, inOrg]) {
    expect(await call('GET', path, who)).toMatchObject({ status: 200, body: { total: 1 } })
    expect(await call('GET', `${CHARACTERS}/documents/${documentId}`, who)).toMatchObject({ status: 200 })
  }
  expect(await call('DELETE', `${path}/${documentId}`, asOwner)).toMatchObject({ status: 204 })
})

test('documents of an organization are attached within it, and nowhere else', async () => {
  const world = await given()
  const { call, inOrg, asOwner } = world
  const id = await world.makeCharacter(inOrg.headers)
  const body = { url: urlOf('a.pdf') }
  const added = (await call('POST', `${CHARACTERS}/${id}/documents`, { body })).body
  const { documentId, batchId } = added as { documentId: string; batchId: string }
  await world.finished(batchId)
  const attach = { body: { document_ids: [documentId] } }
  expect(await call('POST', CHARACTERS, { ...inOrg, ...asOwner, ...attach })).toMatchObject({ status: 201 })
  expect(await call('POST', CHARACTERS, attach)).toMatchObject({
    status: 422,
    body: { detail: { errors: [{ code: 'document_not_found' }] } },
  })
})

test('who is no member reaches no document of the organization', async () => {
  const world = await given()
  const { call, inOrg, leave } = world
  const id = await world.makeCharacter(inOrg.headers)
  const path = `${CHARACTERS}/${id}/documents`
  const { documentId } = (await call('POST', path, { body: { url: urlOf('a.pdf') } })).body as {
    documentId: string
  }
  await leave()
  for (const [method, where] of [
    ['GET', path],
    ['GET', `${CHARACTERS}/documents/${documentId}`],
    ['GET', `${CHARACTERS}/documents/${documentId}/view-url`],
    ['DELETE', `${path}/${documentId}`],
  ] as const) {
    expect(await call(method, where)).toMatchObject({ status: 404 })
    expect(await call(method, where, inOrg)).toMatchObject(NOT_ACTIVE)
  }
})
