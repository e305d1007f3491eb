import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { BlobName } from '../../../src/domain/files/blob-store.js'
import { type S3Failure, startS3Server } from '../../support/object-storage/s3-server.js'
import { testBucket } from '../../support/object-storage/test-bucket.js'
import { describeBlobStore } from '../../support/stores/blob-battery.js'
import { recordingLog } from '../../support/stores/store-folder.js'

describeBlobStore('a bucket', async () => testBucket((await startS3Server()).settings).claim('me'))
describeBlobStore('a bucket under a prefix', async () => {
  const { settings } = await startS3Server()
  return testBucket({ ...settings, prefix: 'team/parley/' }).claim('me')
})
describeBlobStore('a bucket of a service without conditions', async () =>
  testBucket((await startS3Server({ hasConditions: false })).settings).claim('me'),
)

const BYTES = randomBytes(300_000)
const SHA256 = createHash('sha256').update(BYTES).digest('hex')
const NAME: BlobName = `files/${SHA256}`
const FILE = {
  ...{ sha256: SHA256, size: BYTES.length, path: '/nowhere' },
  read: async function* () {
    for (let at = 0; at < BYTES.length; at += 65_536) yield BYTES.subarray(at, at + 65_536)
  },
}

async function given() {
  const server = await startS3Server()
  const { log, lines } = recordingLog()
  const state = { isImpatient: false }
  const bucket = testBucket(server.settings, { log, isImpatient: () => state.isImpatient })
  const blobs = await bucket.claim('me')
  server.requests.length = 0
  bucket.waits.length = 0
  return { server, blobs, lines, state, waits: bucket.waits }
}

const readAll = async (blobs: Awaited<ReturnType<typeof given>>['blobs']) =>
  (await buffer(blobs.read(NAME, { start: 0, end: BYTES.length - 1 }))).equals(BYTES)

test('what the signature does not cover is refused by the stand-in, and so is another content', async () => {
  const { settings, objects } = await startS3Server()
  const wrongKey = testBucket({ ...settings, secretAccessKey: 'another one' })
  await expect(wrongKey.check(undefined)).rejects.toThrow('the secret key is another one')
  const blobs = await testBucket(settings).claim('me')
  await expect(blobs.add(NAME, { ...FILE, sha256: '0'.repeat(64) })).rejects.toThrow(
    'XAmzContentSHA256Mismatch',
  )
  expect([...objects.keys()]).toEqual(['parley.json'])
})

const passing: [string, S3Failure[]][] = [
  ['503 SlowDown', [{ status: 503, code: 'SlowDown' }]],
  ['500, 502 and 429 in a row', [{ status: 500 }, { status: 502 }, { status: 429 }]],
  ['connections that end before the request was heeded', ['cut', 'cut']],
  ['connections that end after it was', ['cut after', 'cut after']],
]

test.each(passing)('%s pass: what is added, read and removed is what it should be', async (_, failures) => {
  const { server, blobs, waits } = await given()
  server.fail(failures)
  await blobs.add(NAME, FILE)
  expect(server.objects.get(NAME)?.equals(BYTES)).toBe(true)
  server.fail(failures)
  expect(await blobs.size(NAME)).toBe(BYTES.length)
  server.fail(failures)
  expect(await readAll(blobs)).toBe(true)
  server.fail(failures)
  expect(await blobs.move(NAME, `trash/20300131T090000Z/${SHA256}`)).toBe(true)
  server.fail(failures)
  await blobs.remove(`trash/20300131T090000Z/${SHA256}`)
  expect([...server.objects.keys()]).toEqual(['parley.json'])
  expect(waits.length).toBe(5 * failures.length)
  expect(blobs.failure()).toBe(null)
})

test('a service that asks to wait is waited for as long as it says, but not for ever', async () => {
  const { server, blobs, waits } = await given()
  server.fail([
    { status: 503, code: 'SlowDown', headers: { 'retry-after': '2' } },
    { status: 503, code: 'SlowDown', headers: { 'retry-after': '86400' } },
  ])
  await blobs.add(NAME, FILE)
  expect(waits).toEqual([2000, 5000])
})

const lasting: [string, S3Failure, RegExp, RegExp][] = [
  ['403', { status: 403, code: 'AccessDenied' }, /refuses access \(HTTP 403 AccessDenied\)/, /s3:PutObject/],
  [
    'no bucket',
    { status: 404, code: 'NoSuchBucket' },
    /does not exist \(HTTP 404 NoSuchBucket\)/,
    /Create it/,
  ],
  [
    'an old token',
    { status: 400, code: 'ExpiredToken' },
    /session token: it has expired/,
    /AWS_SESSION_TOKEN/,
  ],
  ['a wrong clock', { status: 403, code: 'RequestTimeTooSkewed' }, /refuses the time/, /clock/],
  [
    'another region',
    { status: 301, code: 'PermanentRedirect', headers: { 'x-amz-bucket-region': 'eu-west-9' } },
    /not in the region eu-test-1: it is in eu-west-9/,
    /AWS_REGION/,
  ],
  ['no room', { status: 507, code: 'XMinioStorageFull' }, /has no room left/, /room/],
  ['503 for good', { status: 503, code: 'SlowDown' }, /does not take more requests now/, /Try again/],
  ['a page', { status: 405 }, /refuses what parley asks \(HTTP 405\)/, /S3 API/],
  ['a connection that ends', 'cut', /cannot be reached/, /AWS_ENDPOINT_URL_S3/],
  ['silence', 'hang', /cannot be reached: no answer within \d+ s/, /AWS_ENDPOINT_URL_S3/],
]

test.each(lasting)(
  '%s is an error that says what to do, without secrets',
  async (_, failure, message, hint) => {
    const { server, blobs, state, lines } = await given()
    state.isImpatient = failure === 'hang'
    server.fail([failure, failure, failure, failure])
    const error = await blobs.add(NAME, FILE).catch((caught: unknown) => caught)
    expect(error).toMatchObject({
      name: 'BlobStoreError',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    })
    expect(server.requests.length).toBeLessThanOrEqual(4)
    expect(blobs.failure()).toMatch(message)
    const { accessKeyId, secretAccessKey } = server.settings
    for (const secret of [accessKeyId, secretAccessKey]) {
      expect(JSON.stringify([lines, error, String(error)])).not.toContain(secret)
    }
    expect(lines.map(({ level }) => level)).toEqual(['error'])
  },
)

test('what worked again is told once', async () => {
  const { server, blobs, lines } = await given()
  server.fail([
    { status: 403, code: 'AccessDenied' },
    { status: 403, code: 'AccessDenied' },
  ])
  await expect(blobs.size(NAME)).rejects.toThrow('refuses')
  await expect(blobs.remove(NAME)).rejects.toThrow('refuses')
  await blobs.remove(NAME)
  await blobs.remove(NAME)
  expect(lines.map(({ message }) => message)).toEqual([
    'The bucket of files fails',
    'The bucket of files can be used again',
  ])
})

test('a body that is too short is read on from where it ended', async () => {
  const { server, blobs } = await given()
  await blobs.add(NAME, FILE)
  server.requests.length = 0
  server.fail(['short', 'short', 'cut', 'short'], 'GET')
  expect(await readAll(blobs)).toBe(true)
  expect(server.requests).toEqual(Array.from({ length: 5 }, () => `GET ${NAME}`))
})

test('a body that ends at the same byte again and again is an error', async () => {
  const { server, blobs } = await given()
  await blobs.add(NAME, FILE)
  server.objects.set(NAME, BYTES.subarray(0, 1000))
  await expect(readAll(blobs)).rejects.toThrow(/shorter than it was said to be|refuses/)
})

test('an object that somebody else has removed is named', async () => {
  const { server, blobs } = await given()
  await blobs.add(NAME, FILE)
  server.objects.delete(NAME)
  await expect(readAll(blobs)).rejects.toThrow('no longer in its bucket')
})

test('a reader who leaves early leaves no connection behind', async () => {
  const { blobs } = await given()
  await blobs.add(NAME, FILE)
  for await (const _ of blobs.read(NAME, { start: 0, end: BYTES.length - 1 })) break
  expect(await readAll(blobs)).toBe(true)
})

test('an object of the same name that is not whole is replaced', async () => {
  const { server, blobs } = await given()
  server.objects.set(NAME, BYTES.subarray(0, 10))
  await blobs.add(NAME, FILE)
  expect(server.objects.get(NAME)?.equals(BYTES)).toBe(true)
})

test('a listing that breaks off, or is refused for now, is asked for again, and nothing is named twice', async () => {
  const { server, blobs } = await given()
  const names = Array.from({ length: 8 }, (_, number) => `files/${`${number}`.repeat(64)}`)
  for (const name of names) server.objects.set(name, Buffer.from('x'))
  server.objects.set('files/notes & <more>.txt', Buffer.from('of somebody else'))
  server.fail(['short', { status: 503, code: 'SlowDown' }, 'cut'])
  const found: string[] = []
  for await (const { name } of blobs.list('files')) found.push(name)
  expect(found).toEqual(names)
})
