import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { updateRecord } from '../../../src/domain/unit-of-work.js'
import { startS3Server } from '../../support/object-storage/s3-server.js'
import { testBucket } from '../../support/object-storage/test-bucket.js'
import {
  avatarOf,
  clockAt,
  DAY_MS,
  filesIn,
  giveAvatar,
  hashOf,
  openBucketStore,
  putFile,
  trashIn,
} from '../../support/stores/bucket-store.js'
import { openTestStore, recordingLog, temporaryFolder } from '../../support/stores/store-folder.js'
import { aCharacter, anOrganization, at } from '../../support/stores/store-records.js'

async function given() {
  const [server, folder] = [await startS3Server(), await temporaryFolder()]
  return { server, folder, store: await openBucketStore(folder, server) }
}

test('files are in the bucket and nowhere else, survive a restart, and go with their record', async () => {
  const { server, folder, store } = await given()
  await giveAvatar(store, 'ada', 'pixels')
  await giveAvatar(store, 'bob', 'pixels')
  expect(await avatarOf(store, 'ada')).toBe('pixels')
  expect(filesIn(server)).toEqual([hashOf('pixels')])
  expect(await readdir(join(folder, 'files'))).toEqual([])
  await store.close()

  const next = await openBucketStore(folder, server)
  expect(await avatarOf(next, 'ada')).toBe('pixels')
  await next.characters.remove('ada')
  expect(await avatarOf(next, 'bob')).toBe('pixels')
  await next.characters.remove('bob')
  await next.close()
  expect(filesIn(server)).toEqual([])
})

test('an upload that no record takes, or that is too large, leaves nothing', async () => {
  const { server, folder, store } = await given()
  const held = await putFile(store, 'pixels')
  expect(filesIn(server)).toEqual([hashOf('pixels')])
  held.release()
  const large = async function* () {
    for (;;) yield Buffer.alloc(1000)
  }
  expect(await store.files.put(large(), { maxBytes: 10_500 })).toBeUndefined()
  await store.close()
  expect([filesIn(server), await readdir(join(folder, 'files'))]).toEqual([[], []])
})

test('what a crash has left without a record is swept after a day, and comes back if a record wants it', async () => {
  const { server, folder, store } = await given()
  await giveAvatar(store, 'ada', 'pixels')
  await store.close()
  server.objects.set(`files/${hashOf('orphan')}`, Buffer.from('orphan'))
  server.objects.set(`trash/20300131T090000Z/${hashOf('pixels')}`, Buffer.from('pixels'))
  server.objects.delete(`files/${hashOf('pixels')}`)
  const { log, lines } = recordingLog()
  const second = await openBucketStore(folder, server, { log })
  expect(await avatarOf(second, 'ada')).toBe('pixels')
  expect([filesIn(server), trashIn(server)]).toEqual([[hashOf('pixels')], [hashOf('orphan')]])
  expect(lines).toMatchObject([{ level: 'warn', fields: { files: 1, store: 's3://parley-files' } }])
  await second.trash.removeExpired(
    clockAt(DAY_MS - 1)
      .now()
      .toISOString(),
  )
  expect(trashIn(server)).toEqual([hashOf('orphan')])
  await second.trash.removeExpired(clockAt(DAY_MS).now().toISOString())
  expect(trashIn(server)).toEqual([])
})

test('a reset removes what came since from the bucket, and gives back what went', async () => {
  const { server, store } = await given()
  await giveAvatar(store, 'ada', 'pixels')
  const checkpoint = store.checkpoint()
  await store.characters.remove('ada')
  await giveAvatar(store, 'bob', 'other pixels')
  await store.restore(checkpoint)
  expect(await avatarOf(store, 'ada')).toBe('pixels')
  expect(filesIn(server)).toEqual([hashOf('pixels')])
})

test('a purge is answered once its objects are gone, and not while the bucket refuses', async () => {
  const { server, store } = await given()
  await store.organizations.insert(anOrganization({}))
  await updateRecord(store, { kind: 'organizations', id: 'org-1' }, (found) => ({
    ...found,
    deletedAt: at(1),
  }))
  const held = await putFile(store, 'pixels')
  const avatar_file = { sha256: held.sha256, name: 'avatar.png' }
  await store.characters.insert(aCharacter({ org_id: 'org-1', avatar_file }))
  held.release()

  server.fail([{ status: 403, code: 'AccessDenied' }], 'DELETE')
  await expect(store.organizations.purge('org-1')).rejects.toMatchObject({ kind: 'unavailable' })
  expect(filesIn(server)).toEqual([hashOf('pixels')])
  await store.organizations.purge('org-1')
  expect(filesIn(server)).toEqual([])
})

test('while the bucket fails nothing is acknowledged, and health says so until it works again', async () => {
  const { server, store } = await given()
  await giveAvatar(store, 'ada', 'pixels')
  server.fail(
    Array.from({ length: 4 }, () => ({ status: 503, code: 'SlowDown', headers: { 'retry-after': '7' } })),
  )
  await expect(putFile(store, 'pixels')).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'The files of the server are not reachable',
    retryAfterSeconds: 7,
  })
  expect(store.status()).toBe('degraded')
  expect(store.health()).toMatchObject({ status: 'degraded', failure: expect.stringContaining('SlowDown') })
  expect(await avatarOf(store, 'ada')).toBe('pixels')
  expect([store.status(), store.health().status]).toEqual(['ok', 'ok'])

  server.fail([{ status: 507 }])
  await expect(putFile(store, 'pixels')).rejects.toMatchObject({ kind: 'insufficient_storage' })
})

test('a start that the bucket refuses says why and what to do, and changes nothing in the folder', async () => {
  const server = await startS3Server()
  const folder = await temporaryFolder()
  for (const [failure, message] of [
    [{ status: 403, code: 'InvalidAccessKeyId' }, 'does not know the access key'],
    [{ status: 404, code: 'NoSuchBucket' }, 'does not exist'],
  ] as const) {
    server.fail([failure])
    await expect(openBucketStore(folder, server)).rejects.toThrow(message)
  }
  server.fail([{ status: 403, code: 'AccessDenied' }], 'PUT')
  await expect(openBucketStore(folder, server)).rejects.toThrow('refuses access')
  await server.stop()
  await expect(openBucketStore(folder, server)).rejects.toThrow(/cannot be reached: .*ECONNREFUSED/)
  expect(await readdir(folder)).toEqual([])
})

test('a bucket or prefix belongs to one data folder', async () => {
  const { server, folder, store } = await given()
  await giveAvatar(store, 'ada', 'pixels')
  await store.close()
  const other = await temporaryFolder()
  await expect(openBucketStore(other, server)).rejects.toMatchObject({
    message: 's3://parley-files holds the files of another data folder.',
    hint: expect.stringContaining('parley.json'),
  })
  const settings = { ...server.settings, prefix: 'other/' }
  await giveAvatar(await openBucketStore(other, { settings }), 'bob', 'pixels')
  expect([...server.objects.keys()]).toContain(`other/files/${hashOf('pixels')}`)
  expect(await avatarOf(await openBucketStore(folder, server), 'ada')).toBe('pixels')
})

test('of two folders that want a bucket at the same time one gets it', async () => {
  const { settings, objects } = await startS3Server()
  const claims = await Promise.allSettled(['a', 'b'].map((owner) => testBucket(settings).claim(owner)))
  expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(objects.size).toBe(1)
})

test('a folder is served where its files are, or not at all', async () => {
  const { server, folder, store } = await given()
  await store.close()
  await expect(openTestStore(folder)).rejects.toMatchObject({
    message: expect.stringContaining('are in s3://parley-files'),
    hint: expect.stringContaining('--blobs s3://parley-files'),
  })
  const settings = { ...server.settings, prefix: 'elsewhere/' }
  await expect(openBucketStore(folder, { settings })).rejects.toThrow('not in s3://parley-files/elsewhere')

  // Moved as the hint says: the objects are copied, and the folder is told.
  for (const [key, bytes] of [...server.objects]) server.objects.set(`elsewhere/${key}`, bytes)
  const path = join(folder, 'blobs.json')
  await writeFile(path, (await readFile(path, 'utf8')).replace('parley-files', 'parley-files/elsewhere'))
  await (await openBucketStore(folder, { settings })).close()
  await writeFile(path, '{}')
  await expect(openBucketStore(folder, { settings })).rejects.toThrow('does not say where')
})

test('a folder with files of its own is not served from a bucket until they were moved', async () => {
  const [server, folder] = [await startS3Server(), await temporaryFolder()]
  const store = await openTestStore(folder)
  await giveAvatar(store, 'ada', 'pixels')
  await store.close()
  await expect(openBucketStore(folder, server)).rejects.toMatchObject({
    message: expect.stringContaining('holds 1 files of its own'),
    hint: expect.stringContaining('s3://parley-files/files/'),
  })
  expect(server.requests).toEqual([])
  const file = join(folder, 'files', hashOf('pixels'))
  server.objects.set(`files/${hashOf('pixels')}`, await readFile(file))
  await rm(file)
  expect(await avatarOf(await openBucketStore(folder, server), 'ada')).toBe('pixels')
})
