import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Log } from '../../../src/domain/log.js'
import type { StoreSettings } from '../../../src/store/open.js'
import type { Store } from '../../../src/store/store.js'
import type { S3Server } from '../object-storage/s3-server.js'
import { testBucket } from '../object-storage/test-bucket.js'
import { openTestStore } from './store-folder.js'
import { aCharacter } from './store-records.js'

export const DAY_MS = 86_400_000
export const START = new Date('2030-01-31T09:00:00.000Z')
export const clockAt = (ms: number) => ({ now: () => new Date(START.getTime() + ms) })
export const hashOf = (content: string) => createHash('sha256').update(content).digest('hex')

/** The store of a folder whose files are in the stand-in's bucket. */
export const openBucketStore = (
  folder: string,
  { settings }: Pick<S3Server, 'settings'>,
  more: Partial<Omit<StoreSettings, 'database'>> & { readonly log?: Log } = {},
): Promise<Store> =>
  openTestStore(folder, {
    clock: clockAt(0),
    ...more,
    bucket: testBucket(settings, more.log === undefined ? {} : { log: more.log }),
  })

async function* bytesOf(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content)
}

export async function putFile({ files }: Pick<Store, 'files'>, content: string) {
  const held = await files.put(bytesOf(content), { maxBytes: 1000 })
  if (held === undefined) throw new Error('the file was refused')
  return held
}

/** A new character with an avatar of these bytes. */
export async function giveAvatar(store: Store, id: string, content: string): Promise<void> {
  const held = await putFile(store, content)
  await store.characters.insert(aCharacter({ id, avatar_file: { sha256: held.sha256, name: 'avatar.png' } }))
  held.release()
}

/** What a client would be sent; undefined when it would be told that there is nothing. */
export async function avatarOf(store: Store, id: string): Promise<string | undefined> {
  const file = (await store.characters.find(id))?.avatar_file
  const bytes = file == null ? undefined : await store.files.open(file.sha256)
  return bytes && text(bytes)
}

/** The hashes of the objects, without those that say whose bucket it is. */
export const filesIn = ({ objects }: Pick<S3Server, 'objects'>): string[] =>
  [...objects.keys()]
    .filter((key) => key.startsWith('files/'))
    .map((key) => key.slice('files/'.length))
    .sort()
export const trashIn = ({ objects }: Pick<S3Server, 'objects'>): string[] =>
  [...objects.keys()]
    .filter((key) => key.startsWith('trash/'))
    .map((key) => key.replace(/^.*\//, ''))
    .sort()
