import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { KINDS } from '../../../src/store/kinds.js'
import { openStore } from '../../../src/store/open.js'
import { sampled } from '../../support/rounds.js'
import { diskFailure, interceptedDisk } from '../../support/stores/store-disk.js'
import {
  copyFolder,
  machineClock,
  openTestStore,
  silentLog,
  temporaryFolder,
} from '../../support/stores/store-folder.js'
import { aCharacter, aConversation, aKey, aMessage, anAccount } from '../../support/stores/store-records.js'
import { contentsOf, segmentsOf } from '../../support/stores/store-state.js'

let template: string

/** Made once: what each test damages is a copy. */
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'parley-damage-'))
  await fillFolder(template)
})
afterAll(() => rm(template, { recursive: true, force: true }))

const givenFolder = () => copyFolder(template)

/** Leaves a snapshot of each kind and three segments of a journal, as broken compactions do. */
async function fillFolder(folder: string): Promise<void> {
  let canRename = true
  const disk = interceptedDisk(async ({ operation, go }) => {
    if (operation === 'rename' && !canRename) throw diskFailure('EIO')
    return go()
  })
  const store = await openStore({ folder, log: silentLog, clock: machineClock, disk })
  const fill = async (name: string) => {
    await store.characters.insert(aCharacter({ id: name, name }))
    await store.conversations.findOrCreate(aConversation({ id: name, characterId: name }))
    await store.conversations.append(name, aMessage({ content: `I am ${name}` }))
  }
  await store.accounts.ensure(anAccount())
  await store.keys.insert(aKey())
  await fill('snapshot')
  await store.compactNow()
  canRename = false
  await fill('first')
  await expect(store.compactNow()).rejects.toThrow('EIO')
  await fill('middle')
  await expect(store.compactNow()).rejects.toThrow('EIO')
  await fill('last')
  await store.close()
}

/** The start is refused with that sentence, and changes nothing. */
async function expectRefused(folder: string, message: string): Promise<void> {
  const before = await contentsOf(folder)
  const attempt = openStore({ folder, log: silentLog, clock: machineClock })
  attempt.then((store) => onTestFinished(() => store.close())).catch(() => undefined)
  await expect(attempt).rejects.toMatchObject({ name: 'StoreError', message })
  expect(await contentsOf(folder)).toEqual(before)
}

const damagedAt = (path: string, line: number) =>
  `The journal ${path} is damaged at line ${line}: put the file back from a copy, or serve another folder.`
const damagedSnapshot = (path: string) =>
  `The snapshot ${path} is damaged or incomplete: put the file back from a copy, or serve another folder.`
const lacking = (folder: string, seq: number) =>
  `The store ${folder} lacks files, its journal has no entry ${seq}: put them back from a copy, or serve another folder.`

const linesOf = async (path: string) => (await readFile(path, 'utf8')).trimEnd().split('\n')
const seqOf = (line = ''): number => (JSON.parse(line) as { entry: { seq: number } }).entry.seq

const flipped = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8))
  return copy
}

/** Positions all over the bytes, which fall on every bit of a byte, with the ends whole. */
const positions = (length: number): number[] => {
  const all = Array.from({ length }, (_, at) => at)
  const between = all.slice(9, -3).filter((at) => at % 11 === 0)
  return [
    ...sampled(all.slice(0, 9), 4),
    ...sampled(between, 23),
    ...sampled(all.slice(Math.max(9, length - 3)), 2),
  ]
}

test('a folder with several segments opens when it is whole', async () => {
  const folder = await givenFolder()
  expect((await segmentsOf(folder)).map((path) => basename(path))).toEqual([
    'journal-000000000007.ndjson',
    'journal-000000000010.ndjson',
    'journal-000000000013.ndjson',
  ])
  const store = await openTestStore(folder)
  for (const id of ['snapshot', 'first', 'middle', 'last'])
    expect(await store.characters.find(id)).toEqual(aCharacter({ id, name: id }))
})

test.each([0, 1, 2])(
  'a flipped bit in an earlier line of segment %i is refused by file and line',
  { tags: 'rounds' },
  async (n) => {
    const folder = await givenFolder()
    const path = (await segmentsOf(folder))[n] ?? ''
    const whole = await readFile(path)
    const lines = await linesOf(path)
    const earlier = n === 2 ? lines.slice(0, -1) : lines

    let start = 0
    for (const [index, line] of earlier.entries()) {
      const length = Buffer.byteLength(line) + 1
      for (const at of positions(length)) {
        await writeFile(path, flipped(whole, start + at))
        await expectRefused(folder, damagedAt(path, index + 1))
      }
      start += length
    }
  },
)

test('each kind of record has its snapshot', async () => {
  const names = await readdir(join(await givenFolder(), 'store'))
  expect(names.filter((name) => name.endsWith('.json')).sort()).toEqual(
    KINDS.map(({ name }) => `${name}.json`).sort(),
  )
})

test.each(KINDS)(
  'a flipped bit anywhere in the snapshot of $name is refused by file, whatever it seems to say then',
  { tags: 'rounds' },
  async ({ name }) => {
    const folder = await givenFolder()
    const path = join(folder, 'store', `${name}.json`)
    const whole = await readFile(path)
    for (const at of positions(whole.length)) {
      await writeFile(path, flipped(whole, at))
      await expectRefused(folder, damagedSnapshot(path))
    }
    await writeFile(path, whole)
    await (await openTestStore(folder)).close()
  },
)

test.each([
  ['is cut in the middle', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
  ['is cut by a byte', (bytes: Buffer) => bytes.subarray(0, -1)],
  ['is empty', () => Buffer.alloc(0)],
  ['is NULs', (bytes: Buffer) => Buffer.alloc(bytes.length)],
  ['has a byte too many', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('\n')])],
  ['lacks a record', (bytes: Buffer) => Buffer.from(bytes.toString().replace(/\n\{.*\n/, '\n'))],
])('a snapshot that %s is refused by file', async (_, damage) => {
  const folder = await givenFolder()
  const path = join(folder, 'store', 'characters.json')
  await writeFile(path, damage(await readFile(path)))
  await expectRefused(folder, damagedSnapshot(path))
})

type Lines = readonly string[]
const drop = (lines: Lines, at: number) => lines.toSpliced(at, 1)
const double = (lines: Lines, at: number) => lines.toSpliced(at, 0, lines[at] ?? '')
const swap = (lines: Lines, at: number) => lines.toSpliced(at, 2, lines[at + 1] ?? '', lines[at] ?? '')

test.each([
  ['the first line is missing', (lines: Lines) => drop(lines, 0), 1],
  ['a line is missing', (lines: Lines) => drop(lines, 1), 2],
  ['the first line is there twice', (lines: Lines) => double(lines, 0), 2],
  ['the last line is there twice', (lines: Lines) => double(lines, 2), 4],
  ['the first two lines are swapped', (lines: Lines) => swap(lines, 0), 1],
  ['the last two lines are swapped', (lines: Lines) => swap(lines, 1), 2],
  ['an empty line is between two others', (lines: Lines) => lines.toSpliced(1, 0, ''), 2],
  ['a line is only a part of itself', (lines: Lines) => lines.with(1, lines[1]?.slice(0, 40) ?? ''), 2],
])('a segment of which %s is refused by file and line', async (_, damage, line) => {
  for (const n of [0, 1, 2]) {
    const folder = await givenFolder()
    const path = (await segmentsOf(folder))[n] ?? ''
    await writeFile(path, `${damage(await linesOf(path)).join('\n')}\n`)
    await expectRefused(folder, damagedAt(path, line))
  }
})

test.each([
  ['cut in its last line', (bytes: Buffer) => bytes.subarray(0, -5), 3],
  ['cut before its last line break', (bytes: Buffer) => bytes.subarray(0, -1), 3],
  ['followed by NULs', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(512)]), 4],
])('a segment that is not the last and is %s is refused by file and line', async (_, damage, line) => {
  const folder = await givenFolder()
  for (const path of (await segmentsOf(folder)).slice(0, -1)) {
    const whole = await readFile(path)
    await writeFile(path, damage(whole))
    await expectRefused(folder, damagedAt(path, line))
    await writeFile(path, whole)
  }
})

test('a segment that lacks its last line is refused by the entry that is missing', async () => {
  const folder = await givenFolder()
  for (const path of (await segmentsOf(folder)).slice(0, -1)) {
    const lines = await linesOf(path)
    await writeFile(path, `${lines.slice(0, -1).join('\n')}\n`)
    await expectRefused(folder, lacking(join(folder, 'store'), seqOf(lines.at(-1))))
    await writeFile(path, `${lines.join('\n')}\n`)
  }
})

test('a missing segment is refused by the entry that is missing', async () => {
  const folder = await givenFolder()
  for (const path of (await segmentsOf(folder)).slice(0, -1)) {
    const first = seqOf((await linesOf(path))[0])
    await rename(path, `${path}.away`)
    await expectRefused(folder, lacking(join(folder, 'store'), first))
    await rename(`${path}.away`, path)
  }
})

test('a missing journal is refused', async () => {
  const folder = await givenFolder()
  for (const path of await segmentsOf(folder)) await rm(path)
  await expectRefused(folder, lacking(join(folder, 'store'), 7))
})

test('a missing snapshot is refused, and so are all of them', async () => {
  const folder = await givenFolder()
  const store = join(folder, 'store')
  const names = (await readdir(store)).filter((name) => name.endsWith('.json'))
  const away = await temporaryFolder()
  for (const missing of [...names.map((name) => [name]), names]) {
    for (const name of missing) await rename(join(store, name), join(away, name))
    await expectRefused(folder, lacking(store, 1))
    for (const name of missing) await rename(join(away, name), join(store, name))
  }
})

test('a snapshot put back from an older copy is refused', async () => {
  const folder = await temporaryFolder()
  const store = await openTestStore(folder)
  const path = join(folder, 'store', 'characters.json')
  await store.characters.insert(aCharacter())
  await store.compactNow()
  const older = await readFile(path)
  await store.characters.insert(aCharacter({ id: 'character-2' }))
  await store.compactNow()
  await store.close()

  await writeFile(path, older)
  await expectRefused(folder, lacking(join(folder, 'store'), 3))
})
