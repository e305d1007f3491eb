import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { createCodecs } from '../../src/store/codec.js'
import type { Id } from '../../src/store/kind.js'
import { createTable } from '../../src/store/table.js'
import { aKind } from '../support/stores/store-kinds.js'

type Note = { readonly id: string; readonly text: string }

const kind = aKind<Note>({ fields: { text: Type.String() } })

const given = (...notes: readonly Note[]) => givenAt('start 1', ...notes)

function givenAt(start: string, ...notes: readonly Note[]) {
  const codec = createCodecs([kind as never]).get('notes')
  if (codec === undefined) throw new Error('there is no codec')
  return createTable<Note>({
    start,
    kind,
    codec,
    records: new Map<Id, Note>(notes.map((note) => [note.id, note])),
    indexes: [],
  })
}

const [one, two] = [
  { id: '1', text: 'one' },
  { id: '2', text: 'two' },
]

test('back to a checkpoint goes what has another version than then, equal or not, and nothing else', () => {
  const table = given(one, two)
  table.set('2', { ...two, text: 'second' })
  const before = table.checkpoint()
  expect(table.changesBackTo(before)).toEqual([])

  table.set('2', { ...two, text: 'second' })
  table.set('3', { id: '3', text: 'three' })
  expect(table.changesBackTo(before)).toEqual([
    { table, remove: ['3'] },
    { table, put: { ...two, text: 'second' } },
  ])
})

test('what was removed comes back, also when the very same record has come back under a new version', () => {
  const table = given(one, two)
  const before = table.checkpoint()
  table.set('1', undefined)
  expect(table.changesBackTo(before)).toEqual([{ table, put: one }])
  table.set('1', one)
  expect(table.changesBackTo(before)).toEqual([{ table, put: one }])
})

test('a checkpoint of another start puts everything back, for its versions are its own', () => {
  const before = given(one).checkpoint()
  const table = givenAt('start 2', { ...one, text: 'changed' })
  expect(table.changesBackTo(before)).toEqual([{ table, put: one }])
})

test('an index is told of new and removed records, and of changes of the fields that it names', () => {
  const seen: (readonly [string | undefined, string | undefined])[] = []
  const index = (fields?: readonly (keyof Note)[]) => ({
    fields,
    build: () => undefined,
    change: (before: Note | undefined, after: Note | undefined) =>
      void seen.push([before?.text, after?.text]),
  })
  const codec = createCodecs([kind as never]).get('notes')
  if (codec === undefined) throw new Error('there is no codec')
  const table = createTable<Note>({
    start: 'start 1',
    kind,
    codec,
    records: new Map(),
    indexes: [index(['text'])],
  })
  table.set('1', one)
  table.set('1', { ...one })
  table.set('1', { ...one, text: 'first' })
  table.set('1', undefined)
  expect(seen).toEqual([
    [undefined, 'one'],
    ['one', 'first'],
    ['first', undefined],
  ])
})
