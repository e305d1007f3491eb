import { Chalk } from 'chalk'
import { expect, test } from 'vitest'
import { type Column, renderFields, renderTable, wrapText } from '../../../src/cli/output/table.js'

type Row = { readonly id: string; readonly name: string; readonly about: string }
const columns: readonly Column<Row>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'NAME', value: ({ name }) => name, width: 8 },
  { title: 'ABOUT', value: ({ about }) => about, width: 'rest' },
]
const terminal = { isInteractive: false, colour: new Chalk({ level: 0 }), width: 40 }

test('a table fits the terminal: ids stay whole, the rest is cut', () => {
  const rows = [
    { id: '11111111-2222', name: 'Mira', about: 'A line' },
    { id: '3', name: 'Maximiliana', about: 'A line that is much too long for this\nterminal' },
    { id: '4', name: '灯台の守り人', about: '灯台の守り人は長い話をするのが好き' },
  ]
  const lines = renderTable(terminal, columns, rows).split('\n')
  expect(lines).toEqual([
    'ID             NAME      ABOUT',
    '11111111-2222  Mira      A line',
    '3              Maximil…  A line that is…',
    '4              灯台の…   灯台の守り人は…',
  ])
})

test('a column that wraps shows the whole text within its width, whatever its script', () => {
  const wrapping = columns.map((column) => (column.width === 'rest' ? { ...column, wraps: true } : column))
  const rows = [
    { id: '1', name: 'Mira', about: `A line that is too long, and ${'x'.repeat(30)}` },
    { id: '2', name: 'Aki', about: '灯台の守り人は長い話をするのが好き🦊' },
  ]
  expect(renderTable(terminal, wrapping, rows).split('\n')).toEqual([
    'ID  NAME  ABOUT',
    '1   Mira  A line that is too long, and',
    `          ${'x'.repeat(30)}`,
    '2   Aki   灯台の守り人は長い話をするのが',
    '          好き🦊',
  ])
})

test('no letter is cut apart at the edge of a column', () => {
  const about = `${'a'.repeat(28)}🦊🦊`
  expect(renderTable(terminal, columns, [{ id: '1', name: 'Mira', about }])).toContain(`${'a'.repeat(28)}…`)
})

test('a table without rows has its titles', () => {
  expect(renderTable(terminal, columns, [])).toBe('ID  NAME  ABOUT')
})

test('a column is no wider than its values need, whatever their script', () => {
  const rows = [{ id: '1', name: '灯台守', about: 'A line that is too long for this terminal' }]
  expect(renderTable(terminal, columns, rows).split('\n')[1]).toBe('1   灯台守  A line that is too long for…')
})

test('fields stand under each other, long ones wrapped, missing ones left out', () => {
  const fields = [
    ['name', 'Mira'],
    ['tagline', null],
    ['about', 'Keeper of the lighthouse on the rock'],
  ] as const
  expect(renderFields({ ...terminal, width: 30 }, fields).split('\n')).toEqual([
    'name   Mira',
    'about  Keeper of the',
    '       lighthouse on the rock',
  ])
})

test('control characters of a character reach the terminal written out', () => {
  const hostile = 'Mi\u001b[2Jra\u0007\u009b31m\r'
  expect(renderFields(terminal, [['name', hostile]])).toBe('name  Mi\\u001b[2Jra\\u0007\\u009b31m\\u000d')
  expect(renderTable(terminal, columns, [{ id: '1', name: hostile, about: '' }])).not.toMatch(/[^\P{Cc}\n]/u)
})

test('a word longer than the line stays whole', () => {
  expect(wrapText('see http://127.0.0.1:4750/docs now', 10)).toEqual([
    'see',
    'http://127.0.0.1:4750/docs',
    'now',
  ])
  expect(wrapText('one\n\ntwo', 10)).toEqual(['one', '', 'two'])
  expect(wrapText('http://127.0.0.1:4750/docs', 20, true)).toEqual(['http://127.0.0.1:475', '0/docs'])
})
