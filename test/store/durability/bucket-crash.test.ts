import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { updateRecord } from '../../../src/domain/unit-of-work.js'
import { startS3Server } from '../../support/object-storage/s3-server.js'
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
import { interceptedDisk } from '../../support/stores/store-disk.js'
import { copyTree, temporaryFolder } from '../../support/stores/store-folder.js'

/** Everything that a kill at one moment leaves, and what clients were told until then. */
type Kill = {
  readonly moment: string
  readonly folder: string
  readonly objects: ReadonlyMap<string, Buffer>
  /** Avatars by character; undefined for a character that is gone. */
  readonly acknowledged: ReadonlyMap<string, string | undefined>
  /** The character that is being changed. */
  readonly pending: string
}

/** Of the disk: what it has to say of files. What comes before one is what came after the last. */
const CHANGES: ReadonlySet<string> = new Set(['append', 'unlink'])

/** Lives through all that happens to files, and looks at folder and bucket before and after each request, and after each write. */
async function recordKills(): Promise<readonly Kill[]> {
  const [server, folder, copies] = [await startS3Server(), await temporaryFolder(), await temporaryFolder()]
  // The start moves it to the trash.
  server.objects.set(`files/${hashOf('orphan')}`, Buffer.from('orphan'))
  const acknowledged = new Map<string, string | undefined>()
  const kills: Kill[] = []
  let pending = ''
  const look = (moment: string) => {
    const copy = join(copies, String(kills.length))
    mkdirSync(copy)
    copyTree(folder, copy)
    const objects = new Map(server.objects)
    kills.push({ moment, folder: copy, objects, acknowledged: new Map(acknowledged), pending })
  }
  server.watch((when, request) => look(`${when} ${request}`))
  const disk = interceptedDisk(async (step) => {
    const done = await step.go()
    if (CHANGES.has(step.operation)) look(`after ${step.operation}`)
    return done
  })
  const change = async (id: string, avatar: string | undefined, work: () => Promise<unknown>) => {
    pending = id
    await work()
    acknowledged.set(id, avatar)
    pending = ''
  }

  const store = await openBucketStore(folder, server, { disk })
  await change('ada', 'one', () => giveAvatar(store, 'ada', 'one'))
  await change('bob', 'one', () => giveAvatar(store, 'bob', 'one'))
  await change('ada', 'two', async () => {
    const held = await putFile(store, 'two')
    const avatar_file = { sha256: held.sha256, name: 'avatar.png' }
    await updateRecord(store, { kind: 'characters', id: 'ada' }, (found) => ({ ...found, avatar_file }))
    held.release()
  })
  ;(await putFile(store, 'never shown')).release()
  await change('bob', undefined, () => store.characters.remove('bob'))
  await change('cyd', 'one', () => giveAvatar(store, 'cyd', 'one'))
  await store.compactNow()
  await change('cyd', undefined, () => store.characters.remove('cyd'))
  await store.close()
  look('at the end')
  return kills
}

test('a kill at any moment loses nothing acknowledged, and leaves no object without a record after the sweep', async () => {
  const kills = await recordKills()
  const asked = kills.filter(({ moment }) => /^(?:before|after) (?:PUT|DELETE) files\//.test(moment))
  expect(asked.length).toBeGreaterThanOrEqual(14)

  for (const { moment, folder, objects, acknowledged, pending } of kills) {
    await rm(join(folder, 'lock'), { force: true })
    const server = await startS3Server()
    for (const [key, bytes] of objects) server.objects.set(key, bytes)
    const first = await openBucketStore(folder, server)
    expect(first.health().missingFiles, moment).toBe(0)
    for (const [id, avatar] of acknowledged) {
      if (id !== pending) expect(await avatarOf(first, id), `${id}, ${moment}`).toBe(avatar)
    }
    const shown = await Promise.all(['ada', 'bob', 'cyd'].map((id) => avatarOf(first, id)))
    await first.close()
    await (await openBucketStore(folder, server, { clock: clockAt(DAY_MS + 1000) })).close()
    const expected = new Set(shown.flatMap((avatar) => (avatar === undefined ? [] : [hashOf(avatar)])))
    expect([filesIn(server), trashIn(server)], moment).toEqual([[...expected].sort(), []])
    await server.stop()
  }
})
