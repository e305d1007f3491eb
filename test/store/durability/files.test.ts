import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Type } from 'typebox'
import { expect, onTestFinished, test } from 'vitest'
import type { FileStore } from '../../../src/domain/files/ports.js'
import type { Disk } from '../../../src/store/disk/disk.js'
import { diskFailure, interceptedDisk, isWriteTo, JOURNAL } from '../../support/stores/store-disk.js'
import {
  copyFolder,
  openTestStore,
  recordingLog,
  temporaryFolder,
} from '../../support/stores/store-folder.js'
import { aKind, openKind } from '../../support/stores/store-kinds.js'

type Note = { readonly id: string; readonly files: readonly string[] }

const noteKind = aKind<Note>({
  fields: { files: Type.Array(Type.String()) },
  filesOf: ({ files }) => files,
})

const CONTENT = Buffer.from('the keeper of the lighthouse')
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const HASH = hashOf(CONTENT)

async function* inChunks(bytes: Uint8Array, size = 5): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

const put = async (files: FileStore, bytes: Uint8Array = CONTENT) => {
  const held = await files.put(inChunks(bytes), { maxBytes: bytes.length })
  if (held === undefined) throw new Error('the file was refused')
  return held
}

async function read(files: FileStore, ...[sha256, range]: Parameters<FileStore['open']>) {
  const bytes = await files.open(sha256, range)
  return bytes && text(bytes)
}

async function givenNotes({ disk }: { disk?: Disk } = {}) {
  const folder = await temporaryFolder()
  const { commit, table, ...notes } = await openKind(folder, noteKind, disk && { disk })
  return {
    ...notes,
    folder,
    refer: (id: string, ...files: string[]) => commit([table.put({ id, files })]),
    forget: (...ids: string[]) => commit([table.remove(ids)]),
    names: () => readdir(notes.filesFolder),
  }
}

test('a file that is held has its hash, its size and its bytes', async () => {
  const { files, names, filesFolder } = await givenNotes()
  const held = await put(files)
  expect(held).toMatchObject({ sha256: HASH, size: CONTENT.length })
  expect(await files.size(HASH)).toBe(CONTENT.length)
  expect(await read(files, HASH)).toBe(String(CONTENT))
  expect(await names()).toEqual([HASH])
  expect(await readFile(join(filesFolder, HASH))).toEqual(CONTENT)
})

test.each([
  [{ start: 4, end: 9 }, 'keeper'],
  [{ start: 0, end: 0 }, 't'],
  [{ start: 18, end: 999 }, 'lighthouse'],
])('of a file the range %o is read', async (range, expected) => {
  const { files } = await givenNotes()
  await put(files)
  expect(await read(files, HASH, range)).toBe(expected)
})

test('an empty file is a file', async () => {
  const { files } = await givenNotes()
  expect(await put(files, Buffer.alloc(0))).toMatchObject({ sha256: hashOf(Buffer.alloc(0)), size: 0 })
})

test('a file that is released without a reference is gone', async () => {
  const { files, names } = await givenNotes()
  const held = await put(files)
  held.release()
  await files.settle()
  expect(await names()).toEqual([])
  expect(await files.size(HASH)).toBeUndefined()
  expect(await files.open(HASH)).toBeUndefined()
})

test('a file stays until the last record that refers to it is gone', async () => {
  const { files, names, refer, forget } = await givenNotes()
  const held = await put(files)
  await refer('a', HASH)
  await refer('b', HASH, HASH)
  held.release()
  await forget('a')
  await files.settle()
  expect(await names()).toEqual([HASH])
  await refer('b', HASH)
  await files.settle()
  expect(await names()).toEqual([HASH])
  await refer('b')
  await files.settle()
  expect(await names()).toEqual([])
})

test('a reference that moves to another record in one change keeps the file', async () => {
  const { files, names, refer, forget } = await givenNotes()
  const held = await put(files)
  await refer('a', HASH)
  held.release()
  await Promise.all([forget('a'), refer('b', HASH)])
  await files.settle()
  expect(await names()).toEqual([HASH])
})

test('of two holds each counts once, however often it is released', async () => {
  const { files, names } = await givenNotes()
  const [first, second] = await Promise.all([put(files), put(files)])
  expect(await names()).toEqual([HASH])
  first?.release()
  first?.release()
  await files.settle()
  expect(await names()).toEqual([HASH])
  second?.release()
  await files.settle()
  expect(await names()).toEqual([])
})

test('a file that comes again while it goes is there', async () => {
  const { files, names, refer, forget } = await givenNotes()
  for (let round = 0; round < 20; round += 1) {
    const held = await put(files)
    await refer('a', HASH)
    held.release()
    const [again] = await Promise.all([put(files), forget('a')])
    await files.settle()
    expect(await read(files, HASH)).toBe(String(CONTENT))
    again.release()
    await files.settle()
    expect(await names()).toEqual([])
  }
})

test('a file goes only when it is durable that no record refers to it', async () => {
  let release = () => {}
  let isHeld = false
  const disk = interceptedDisk(async (step) => {
    if (isHeld && isWriteTo(JOURNAL, step))
      await new Promise<void>((resolve) => {
        release = resolve
        reached()
      })
    return step.go()
  })
  let reached = () => {}
  const { files, names, refer, forget, folder } = await givenNotes({ disk })
  const held = await put(files)
  await refer('a', HASH)
  held.release()

  isHeld = true
  onTestFinished(() => release())
  const isReached = new Promise<void>((resolve) => {
    reached = resolve
  })
  const forgotten = forget('a')
  await isReached
  expect(await names()).toEqual([HASH])
  const crashed = await openKind(await copyFolder(folder), noteKind)
  expect(crashed.all()).toEqual([{ id: 'a', files: [HASH] }])
  expect(await read(crashed.files, HASH)).toBe(String(CONTENT))

  isHeld = false
  release()
  await forgotten
  await files.settle()
  expect(await names()).toEqual([])
})

test('a file stays when its last reference could not be taken away', async () => {
  let isBroken = false
  const disk = interceptedDisk(async (step) => {
    if (isBroken && isWriteTo(JOURNAL, step)) throw diskFailure('EIO')
    return step.go()
  })
  const { files, refer, forget } = await givenNotes({ disk })
  const held = await put(files)
  await refer('a', HASH)
  held.release()
  isBroken = true
  await expect(forget('a')).rejects.toMatchObject({ kind: 'unavailable' })
  await files.settle()
  expect(await read(files, HASH)).toBe(String(CONTENT))
})

test('more bytes than allowed leave nothing, and are not read to their end', async () => {
  const { files, names } = await givenNotes()
  let chunks = 0
  const endless = async function* () {
    for (;;) {
      chunks += 1
      yield Buffer.alloc(1000)
    }
  }
  expect(await files.put(endless(), { maxBytes: 10_500 })).toBeUndefined()
  expect(chunks).toBe(11)
  expect(await names()).toEqual([])
  expect(await files.put(inChunks(CONTENT), { maxBytes: CONTENT.length - 1 })).toBeUndefined()
  expect(await names()).toEqual([])
})

test('an over-long file leaves an equal one that is stored alone', async () => {
  const { files } = await givenNotes()
  await put(files)
  expect(await files.put(inChunks(CONTENT), { maxBytes: 3 })).toBeUndefined()
  expect(await read(files, HASH)).toBe(String(CONTENT))
})

test('bytes that break off leave nothing', async () => {
  const { files, names } = await givenNotes()
  const broken = async function* () {
    yield CONTENT
    throw new Error('connection lost')
  }
  await expect(files.put(broken(), { maxBytes: 1e6 })).rejects.toThrow('connection lost')
  expect(await names()).toEqual([])
})

test.each([
  '../store/notes.json',
  '..',
  '.',
  '',
  '/etc/passwd',
  `../files/${HASH}`,
  HASH.toUpperCase(),
  `${HASH}\n`,
  `./${HASH}`,
])('a name that is no hash, such as "%s", names no file', async (name) => {
  const { files } = await givenNotes()
  await put(files)
  expect(await files.size(name)).toBeUndefined()
  expect(await files.open(name)).toBeUndefined()
})

test('after a crash between a file and its record the file is gone, and so is half of one', async () => {
  const folder = await temporaryFolder()
  const { files } = await openTestStore(folder)
  await put(files)
  let isWritten = () => {}
  const written = new Promise<void>((resolve) => {
    isWritten = resolve
  })
  let finish = () => {}
  const slow = async function* () {
    yield Buffer.from('half of it')
    isWritten()
    await new Promise<void>((resolve) => {
      finish = resolve
    })
  }
  const storing = files.put(slow(), { maxBytes: 1e6 })
  await written
  const copy = await copyFolder(folder)
  expect(await readdir(join(copy, 'files'))).toHaveLength(2)
  await openTestStore(copy)
  expect(await readdir(join(copy, 'files'))).toEqual([])
  finish()
  await storing
})

test('a start sweeps what no record refers to, keeps what one does, and counts what is missing', async () => {
  const { files, folder, refer, filesFolder, close } = await givenNotes()
  const other = Buffer.from('an orphan')
  await put(files)
  await put(files, other)
  await refer('a', HASH, hashOf(Buffer.from('never stored')))
  await writeFile(join(filesFolder, 'incoming-7'), 'half')
  await writeFile(join(filesFolder, 'README'), 'of the owner')
  await close()

  const next = await openKind(folder, noteKind)
  const now = new Date().toISOString()
  const swept = await next.files.sweep({ now, deleted: new Set(), keepsOrphans: false })
  expect(swept).toEqual({ missing: [hashOf(Buffer.from('never stored'))], moved: 1 })
  expect((await readdir(filesFolder)).sort()).toEqual(['README', HASH].sort())
})

const hasOpen = async (path: string): Promise<boolean> => {
  const targets = (await readdir('/proc/self/fd')).map((fd) =>
    readlink(`/proc/self/fd/${fd}`).catch(() => ''),
  )
  return (await Promise.all(targets)).includes(path)
}

test.skipIf(!existsSync('/proc/self/fd'))(
  'content that nobody reads, or reads to its end, holds no file open',
  async () => {
    const { files, filesFolder, refer } = await givenNotes()
    const large = Buffer.alloc(300_000, 'a')
    await put(files, large)
    await refer('a', hashOf(large))
    const path = join(filesFolder, hashOf(large))

    const unread = await files.open(hashOf(large))
    expect(unread).toBeDefined()
    expect(await hasOpen(path)).toBe(false)
    for await (const _ of unread ?? []) {
      expect(await hasOpen(path)).toBe(true)
      break
    }
    expect(await hasOpen(path)).toBe(false)
  },
)

test('closing a store waits until its released files are gone', async () => {
  const folder = await temporaryFolder()
  const { log, lines } = recordingLog()
  const store = await openTestStore(folder, { log })
  const held = await put(store.files)
  held.release()
  await store.close()
  expect(await readdir(join(folder, 'files'))).toEqual([])
  expect(lines).toEqual([])
})
