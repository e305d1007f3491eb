import { expect, test } from 'vitest'
import { givenMira, leftOn, nothingBut } from '../support/commands/comparison.js'
import { parleyAtTerminal } from '../support/commands/terminal.js'

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'

async function given(cols: number, options: Parameters<typeof givenMira>[0] = {}) {
  const { server, id, cwd, env } = await givenMira(options)
  const terminal = parleyAtTerminal(['chat', 'Mira', '--against', 'grumpy.yaml'], env, {
    cwd,
    cols,
    rows: 40,
  })
  await terminal.shows('you> ')
  return { ...terminal, left: () => leftOn(server, id), id }
}

const isRow = (line: string) => line.includes(' │ ')

test.each([80, 140])('at %i columns the replies stand beside each other', async (cols) => {
  const { type, shows, lines, exit, left, id } = await given(cols)
  type('Who are you?\r')
  await shows(/stub[\s\S]*stub[\s\S]*you> ?\n/)
  const rows = lines().filter(isRow)
  expect(rows[0]).toMatch(/^a {2}Mira +│ b {2}grumpy.yaml$/)
  const column = (side: 0 | 1) => rows.map((row) => row.split('│')[side]?.trim()).join(' ')
  expect(column(0)).toContain('I am Mira, keeper of the lamp.')
  expect(column(1)).toContain('I am Mira, keeper of the inn.')
  expect(new Set(rows.map((row) => row.indexOf('│'))).size).toBe(1)
  type('/facts\r')
  await shows('There is no command /facts in a comparison')
  type(CTRL_D)
  expect(await exit).toBe(0)
  expect(await left()).toEqual(nothingBut(id))
})

test('at 40 columns they stand below each other', async () => {
  const { type, shows, lines, exit } = await given(40)
  type('Who are you?\r')
  await shows(/b: first text/)
  expect(lines().filter(isRow)).toEqual([])
  const text = lines().join(' ').replace(/ +/g, ' ')
  expect(text).toContain('a> I am Mira, keeper of the lamp. b> I am Mira, keeper of the inn. a: first')
  type('/quit\r')
  expect(await exit).toBe(0)
})

test('Ctrl-C stops both replies, and pressed twice at the prompt it leaves with nothing behind', async () => {
  const { type, shows, exit, left, id } = await given(80, { pace: 'natural' })
  type('Who are you?\r')
  await shows(/I am/)
  type(CTRL_C)
  await shows(/…[\s\S]*you> ?\n/)
  type(CTRL_C)
  await shows('Press Ctrl-C again')
  type(CTRL_C)
  expect(await exit).toBe(130)
  expect(await left()).toEqual(nothingBut(id))
})
