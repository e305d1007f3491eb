import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import type { Kind } from '../../../src/store/kind.js'
import { copyFolder, temporaryFolder } from '../../support/stores/store-folder.js'
import { aKind, openKind } from '../../support/stores/store-kinds.js'
import { contentsOf } from '../../support/stores/store-state.js'

type First = { readonly id: string; readonly name: string }
type Second = { readonly id: string; readonly names: readonly string[] }
type Third = { readonly id: string; readonly names: readonly string[]; readonly length: number }

const toSecond = (record: unknown): Second => {
  const { id, name } = record as First
  return { id, names: name.split(' ') }
}
const toThird = (record: unknown): Third => {
  const second = record as Second
  return { ...second, length: second.names.length }
}
const names = Type.Array(Type.String())

const first = aKind<First>({ version: 1, fields: { name: Type.String() } })
const second = aKind<Second>({ version: 2, fields: { names }, migrations: { 1: toSecond } })
const third = aKind<Third>({
  version: 3,
  fields: { names, length: Type.Integer() },
  migrations: { 1: toSecond, 2: toThird },
})

const ada: First = { id: 'ada', name: 'Ada Lovelace' }
const grace: First = { id: 'grace', name: 'Grace Brewster Hopper' }
const adaThird: Third = { id: 'ada', names: ['Ada', 'Lovelace'], length: 2 }
const graceThird: Third = { id: 'grace', names: ['Grace', 'Brewster', 'Hopper'], length: 3 }

type Way = { readonly compacted: boolean }

/** A folder with those records, written by that definition, in a journal or a snapshot. */
async function written<R extends First | Second>(kind: Kind<R>, records: R[], { compacted }: Way) {
  const folder = await temporaryFolder()
  const store = await openKind(folder, kind)
  for (const record of records) await store.commit([store.table.put(record)])
  if (compacted) await store.compactNow()
  await store.close()
  return folder
}

const ways: [string, Way][] = [
  ['in the journal', { compacted: false }],
  ['in a snapshot', { compacted: true }],
]

test.each(ways)('records of version 1 %s open under version 2 and under version 3', async (_, way) => {
  const folder = await written(first, [ada, grace], way)
  const copy = await copyFolder(folder)
  expect((await openKind(folder, second)).all()).toEqual([toSecond(ada), toSecond(grace)])
  expect((await openKind(copy, third)).all()).toEqual([adaThird, graceThird])
})

test.each(ways)('records of version 2 %s open under version 3', async (_, way) => {
  const folder = await written(second, [toSecond(ada)], way)
  expect((await openKind(folder, third)).all()).toEqual([adaThird])
})

test('a folder that lived under three versions opens with each record at its newest', async () => {
  const folder = await written(first, [ada, grace], { compacted: true })
  const later = await openKind(folder, second)
  await later.commit([later.table.put({ id: 'ada', names: ['Augusta', 'Ada', 'King'] })])
  await later.commit([later.table.put({ id: 'joan', names: ['Joan', 'Clarke'] })])
  await later.close()
  const last = await openKind(folder, third)
  await last.commit([last.table.remove(['grace'])])
  await last.close()

  expect((await openKind(folder, third)).all().toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
    { id: 'ada', names: ['Augusta', 'Ada', 'King'], length: 3 },
    { id: 'joan', names: ['Joan', 'Clarke'], length: 2 },
  ])
})

test('a compaction writes all records in their newest version', async () => {
  const folder = await written(first, [ada], { compacted: true })
  const store = await openKind(folder, third)
  await store.compactNow()
  await store.close()
  const withoutMigrations = aKind<Third>({ version: 3, fields: { names, length: Type.Integer() } })
  expect((await openKind(folder, withoutMigrations)).all()).toEqual([adaThird])
  const snapshot = JSON.parse(await readFile(join(folder, 'store', 'notes.json'), 'utf8'))
  expect(snapshot).toMatchObject({ kind: 'notes', version: 3, records: [adaThird], count: 1 })
})

const refusals: [string, Kind, string][] = [
  [
    'newer ones by name and version',
    first as unknown as Kind,
    'records of the kind "notes" were written by a newer version of parley (schema 2, this one knows 1)',
  ],
  [
    'ones that are too old by name and version',
    aKind({ version: 3, fields: {}, migrations: {} }),
    'records of the kind "notes" with schema 2 are too old for this version of parley',
  ],
  [
    'ones that do not fit the schema',
    aKind({ version: 2, fields: { age: Type.Integer() } }),
    'a record of the kind "notes" does not fit its schema',
  ],
  [
    'ones whose migration does not fit the schema',
    aKind({ version: 3, fields: {}, migrations: { 2: () => ({ id: 7 }) } }),
    'a record of the kind "notes" does not fit its schema',
  ],
  [
    'ones of a kind that it does not know',
    aKind({ name: 'letters', version: 2, fields: {} }),
    'the kind "notes" is unknown to this version of parley: a newer one has written it',
  ],
]

test.each(
  refusals.flatMap(([what, kind, sentence]) =>
    ways.map(([where, way]) => ({ what, kind, sentence, where, way })),
  ),
)('a start refuses $what, $where, and changes nothing', async ({ kind, sentence, way }) => {
  const folder = await written(second, [toSecond(ada)], way)
  const before = await contentsOf(folder)
  const place = way.compacted ? 'notes.json, line' : 'journal-000000000001.ndjson, line 1'
  await expect(openKind(folder, kind)).rejects.toMatchObject({
    name: 'StoreError',
    message: expect.stringMatching(
      `^${join(folder, 'store', place)}.*: ${sentence.replace(/[()]/g, '\\$&')}\\.$`,
    ),
  })
  expect(await contentsOf(folder)).toEqual(before)
})

test('a record that the next start would refuse is not stored', async () => {
  const store = await openKind(await temporaryFolder(), first)
  const wrong = { id: 'ada', name: 7 } as unknown as First
  expect(() => store.table.put(wrong)).toThrow('a record of the kind notes does not fit its schema')
  expect(store.all()).toEqual([])
})
