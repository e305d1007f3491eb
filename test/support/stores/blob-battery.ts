import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { BlobName, BlobStore, ReceivedFile } from '../../../src/domain/files/blob-store.js'
import { temporaryFolder } from './store-folder.js'

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex')

/** A file as it is after it was received. */
async function received(content: string): Promise<ReceivedFile> {
  const path = join(await temporaryFolder(), 'incoming-1')
  await writeFile(path, content)
  return {
    ...{ sha256: hashOf(content), size: Buffer.byteLength(content), path },
    read: async function* () {
      yield Buffer.from(content)
    },
  }
}

const nameOf = (content: string): BlobName => `files/${hashOf(content)}`
const trashOf = (content: string, time = '20300131T090000Z'): BlobName => `trash/${time}/${hashOf(content)}`
const CONTENT = 'the keeper of the lighthouse'

async function listed(blobs: BlobStore, folder: 'files' | 'trash') {
  const found: string[] = []
  for await (const { name, size } of blobs.list(folder)) found.push(`${name} ${size}`)
  return found.sort()
}
const read = (blobs: BlobStore, name: BlobName, range: { start: number; end: number }) =>
  text(blobs.read(name, range))

/** What every place for blobs does. */
export function describeBlobStore(name: string, make: () => Promise<BlobStore>): void {
  const given = async (...contents: string[]) => {
    const blobs = await make()
    for (const content of contents) await blobs.add(nameOf(content), await received(content))
    return blobs
  }

  describe(`blobs in ${name}`, () => {
    test('a blob has the size and the bytes of its file', async () => {
      const blobs = await given(CONTENT)
      expect(await blobs.size(nameOf(CONTENT))).toBe(28)
      expect(await read(blobs, nameOf(CONTENT), { start: 0, end: 27 })).toBe(CONTENT)
      expect(blobs.failure()).toBe(null)
    })

    test.each([
      [{ start: 4, end: 9 }, 'keeper'],
      [{ start: 0, end: 0 }, 't'],
      [{ start: 18, end: 27 }, 'lighthouse'],
    ])('of a blob the range %o is read', async (range, expected) => {
      expect(await read(await given(CONTENT), nameOf(CONTENT), range)).toBe(expected)
    })

    test('a blob that is added again stays', async () => {
      const blobs = await given(CONTENT, CONTENT)
      expect(await listed(blobs, 'files')).toEqual([`${nameOf(CONTENT)} 28`])
    })

    test('an empty blob is one', async () => {
      const blobs = await given('')
      expect(await blobs.size(nameOf(''))).toBe(0)
      expect(await listed(blobs, 'files')).toEqual([`${nameOf('')} 0`])
    })

    test('what is not there has no size, cannot be moved, and is removed without complaint', async () => {
      const blobs = await given()
      expect(await blobs.size(nameOf(CONTENT))).toBeUndefined()
      expect(await blobs.move(nameOf(CONTENT), trashOf(CONTENT))).toBe(false)
      await blobs.remove(nameOf(CONTENT))
      await blobs.remove(trashOf(CONTENT))
      expect(await listed(blobs, 'files')).toEqual([])
      expect(await listed(blobs, 'trash')).toEqual([])
    })

    test('a blob that is moved has its new name only, in place of what had it', async () => {
      const blobs = await given(CONTENT)
      expect(await blobs.move(nameOf(CONTENT), trashOf(CONTENT))).toBe(true)
      expect([await listed(blobs, 'files'), await listed(blobs, 'trash')]).toEqual([
        [],
        [`${trashOf(CONTENT)} 28`],
      ])
      await blobs.add(nameOf(CONTENT), await received(CONTENT))
      expect(await blobs.move(nameOf(CONTENT), trashOf(CONTENT))).toBe(true)
      expect(await blobs.move(trashOf(CONTENT), nameOf(CONTENT))).toBe(true)
      expect(await read(blobs, nameOf(CONTENT), { start: 0, end: 27 })).toBe(CONTENT)
      expect(await listed(blobs, 'trash')).toEqual([])
    })

    test('a blob that is removed is gone, the others stay', async () => {
      const blobs = await given('one', 'two')
      await blobs.move(nameOf('two'), trashOf('two'))
      await blobs.remove(nameOf('one'))
      expect([await listed(blobs, 'files'), await listed(blobs, 'trash')]).toEqual([
        [],
        [`${trashOf('two')} 3`],
      ])
      await blobs.remove(trashOf('two'))
      expect(await listed(blobs, 'trash')).toEqual([])
    })

    test('a listing names all blobs of its folder, however many, each once', async () => {
      const contents = Array.from({ length: 10 }, (_, number) => `blob ${number}`)
      const blobs = await given(...contents)
      await blobs.move(nameOf('blob 3'), trashOf('blob 3'))
      await blobs.move(nameOf('blob 4'), trashOf('blob 4', '20300201T090000Z'))
      const files = contents
        .filter((content) => !/[34]$/.test(content))
        .map((content) => `${nameOf(content)} 6`)
      expect(await listed(blobs, 'files')).toEqual(files.sort())
      expect(await listed(blobs, 'trash')).toEqual(
        [`${trashOf('blob 3')} 6`, `${trashOf('blob 4', '20300201T090000Z')} 6`].sort(),
      )
    })

    test('blobs that are added and removed at the same time do not disturb each other', async () => {
      const contents = Array.from({ length: 20 }, (_, number) => `blob ${number}`)
      const blobs = await given(...contents)
      await Promise.all([
        ...contents.map((content) => blobs.remove(nameOf(content))),
        ...contents.map(async (content) =>
          blobs.add(nameOf(`new ${content}`), await received(`new ${content}`)),
        ),
      ])
      expect(await listed(blobs, 'files')).toHaveLength(20)
    })
  })
}
