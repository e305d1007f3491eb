import { expect, test } from 'vitest'
import {
  CHARACTERS,
  createGate,
  gated,
  type Knowledge,
  openKnowledge,
  urlOf,
} from '../../support/knowledge/document-world.js'

const CONTENT = `text of ${urlOf('a.pdf')}`

async function givenReady(name?: string) {
  const world = await openKnowledge()
  const input = { url: urlOf('a.pdf'), ...(name === undefined ? {} : { name }) }
  const { batch } = await world.submit({ customId: 'a', documents: [input] })
  const [item] = (await world.finished(batch.id)).items
  return { world, characterId: item?.characterId ?? '', documentId: item?.documents[0]?.documentId ?? '' }
}

async function linkOf(world: Knowledge, documentId: string) {
  const { body } = await world.call('GET', `${CHARACTERS}/documents/${documentId}/view-url`)
  const { url } = body as { url: string }
  return new URL(url)
}

const follow = ({ app }: Knowledge, { pathname, search }: URL) => app.inject(pathname + search)

test('a link of a ready document serves its original bytes under its name, to whoever has it', async () => {
  const { world, documentId } = await givenReady('Handbuch für Ö.pdf')
  const answer = await world.call('GET', `${CHARACTERS}/documents/${documentId}/view-url`)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.body).toEqual({
    url: expect.stringMatching(/^http:\/\/[^/]+\/files\/documents\//),
    filename: 'Handbuch für Ö.pdf',
    contentType: 'application/pdf',
    fileSizeBytes: CONTENT.length,
    expiresInSeconds: 900,
  })
  const file = await follow(world, await linkOf(world, documentId))
  expect([file.statusCode, file.body]).toEqual([200, CONTENT])
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(CONTENT.length),
    'content-disposition': `attachment; filename="Handbuch f?r ?.pdf"; filename*=UTF-8''Handbuch%20f%C3%BCr%20%C3%96.pdf`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
})

test('a link is good for 15 minutes by the clock', async () => {
  const { world, documentId } = await givenReady()
  const link = await linkOf(world, documentId)
  await world.clock.adjust({ advance: 899_000 })
  expect((await follow(world, link)).statusCode).toBe(200)
  await world.clock.adjust({ advance: 1000 })
  const expired = await follow(world, link)
  expect([expired.statusCode, expired.json()]).toEqual([403, { detail: 'The link has expired' }])
})

test.each([
  ['signature', '0'.repeat(64)],
  ['signature', ''],
  ['expires', '9999999999'],
  ['expires', 'soon'],
  ['expires', ''],
])('a link with another %s (%j) leads nowhere', async (name, value) => {
  const { world, documentId } = await givenReady()
  const link = await linkOf(world, documentId)
  link.searchParams.set(name, value)
  expect((await follow(world, link)).statusCode).toBe(404)
})

test('the signature of one document opens no other', async () => {
  const { world, documentId } = await givenReady()
  const { batch } = await world.submit({ customId: 'b', documents: [{ url: urlOf('b.pdf') }] })
  const other = (await world.finished(batch.id)).items[0]?.documents[0]?.documentId ?? ''
  const link = await linkOf(world, documentId)
  link.pathname = link.pathname.replace(documentId, other)
  expect((await follow(world, link)).statusCode).toBe(404)
})

test('a link to a document that was deleted since leads nowhere', async () => {
  const { world, characterId, documentId } = await givenReady()
  const link = await linkOf(world, documentId)
  await world.call('DELETE', `${CHARACTERS}/${characterId}/documents/${documentId}`)
  expect((await follow(world, link)).statusCode).toBe(404)
})

test('a document that is not ready has no link', async () => {
  const gate = createGate()
  const world = await openKnowledge({ scripts: { [urlOf('a.pdf')]: gated(gate.opened) } })
  const { batch } = await world.submit({ customId: 'a', documents: [{ url: urlOf('a.pdf') }] })
  const documentId = (await world.batch(batch.id)).items[0]?.documents[0]?.documentId
  expect(await world.call('GET', `${CHARACTERS}/documents/${documentId}/view-url`)).toMatchObject({
    status: 409,
    body: { detail: 'The document is not ready' },
  })
  gate.open()
})
