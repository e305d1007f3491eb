import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { committedText, type EditorFrame, layOutFrame } from '../../../src/cli/line-editor/frame.js'
import { eraseFrame, leaveFrame, renderFrameDiff } from '../../../src/cli/line-editor/frame-diff.js'
import { rowsAboveCursorAfterReflow } from '../../../src/cli/line-editor/reflow.js'
import { splitGraphemes } from '../../../src/cli/output/text-width.js'

const { Terminal } = createRequire(import.meta.url)('@xterm/headless') as typeof import('@xterm/headless')

const PROMPTS = { first: 'you> ', next: '...> ' }
/** What was said before: a screen that is nearly empty, nearly full, or full since long. */
const talk = fc
  .constantFrom(2, 24, 60)
  .map((count) => Array.from({ length: count }, (_, at) => `line ${at} of it`))

const TOLD = ['what was said before', 'and its reply']

const letter = fc.constantFrom('a', 'b', ' ', '灯', '\n', '\t', 'e\u0301')
const typed = fc
  .record({ letters: fc.array(letter, { maxLength: 70 }), share: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ letters, share }) => {
    const text = letters.join('')
    const all = splitGraphemes(text)
    return { text, cursor: all.slice(0, Math.round(all.length * share)).join('').length }
  })
const status = fc.constantFrom('', '[connected]', '[reconnecting · 12 ms]')

/** A real screen with something told on it. */
async function screenOf(cols: number, told: readonly string[]) {
  const screen = new Terminal({ cols, rows: 30, allowProposedApi: true })
  const write = (text: string) => new Promise<void>((done) => screen.write(text, done))
  await write(told.map((line) => `${line}\r\n`).join(''))
  const rows = () => {
    const { active } = screen.buffer
    const all = Array.from(
      { length: active.length },
      (_, row) => active.getLine(row)?.translateToString(true) ?? '',
    )
    return all.map((row) => row.trimEnd())
  }
  const beforeCursor = () => {
    const { active } = screen.buffer
    return active.getLine(active.baseY + active.cursorY)?.translateToString(false, 0, active.cursorX)
  }
  return { screen, write, rows, beforeCursor }
}

const trimmed = (frame: EditorFrame) => [...frame.rows, frame.status].map((row) => row.trimEnd())
const untilLast = (rows: readonly string[]) => rows.join('\n').trimEnd()

test('each frame is drawn over the last one, with the cursor where it belongs', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(typed, status), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 10, max: 60 }),
      async (steps, columns) => {
        const { write, rows, beforeCursor } = await screenOf(columns, TOLD)
        const above = folded(TOLD, columns)
        let last: EditorFrame | null = null
        for (const [line, under] of steps) {
          const next = layOutFrame(line, {
            prompts: PROMPTS,
            status: under.slice(0, columns - 1),
            size: { columns, rows: 200 },
          })
          await write(renderFrameDiff(last, next))
          expect(untilLast(rows())).toBe(untilLast([...above, ...trimmed(next)]))
          expect(beforeCursor()).toBe(next.cursor.before)
          last = next
        }
        if (last !== null) await write(`${leaveFrame(last)}\r\n`)
        expect(untilLast(rows())).toBe(
          untilLast([...above, ...trimmed({ ...(last as EditorFrame), status: '' })]),
        )
      },
    ),
    { numRuns: 40 },
  )
})

test('after a resize nothing of the last frame is left, and nothing else is lost', async () => {
  const widths = fc.array(fc.integer({ min: 12, max: 100 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(talk, typed, status, widths, async (told, line, under, sizes) => {
      const { screen, write, rows } = await screenOf(80, told)
      let last: EditorFrame | null = null
      for (const columns of [80, ...sizes]) {
        screen.resize(columns, 30)
        if (last !== null) await write(eraseFrame(rowsAboveCursorAfterReflow(last, columns, [0, 276, 0])))
        const look = { prompts: PROMPTS, status: under.slice(0, columns - 1), size: { columns, rows: 30 } }
        last = layOutFrame(line, look)
        await write(renderFrameDiff(null, last))
        expect(untilLast(rows())).toBe(untilLast([...folded(told, columns), ...trimmed(last)]))
      }
    }),
    { numRuns: 40 },
  )
})

const folded = (lines: readonly string[], columns: number): string[] =>
  lines.flatMap((line) =>
    Array.from({ length: Math.ceil(line.length / columns) }, (_, row) =>
      line.slice(row * columns, (row + 1) * columns).trimEnd(),
    ),
  )

test('a letter that is typed on is all that is written', () => {
  const look = { prompts: PROMPTS, status: '[connected]', size: { columns: 80, rows: 30 } }
  const before = layOutFrame({ text: 'he', cursor: 2 }, look)
  expect(renderFrameDiff(before, layOutFrame({ text: 'hel', cursor: 3 }, look))).toBe('l')
  expect(renderFrameDiff(before, layOutFrame({ text: 'he', cursor: 1 }, look))).toBe('\u001b[1D')
  expect(renderFrameDiff(before, before)).toBe('')
})

test.each([
  ['a terminal that folds', null, 4],
  ['xterm.js', [0, 276, 0], 5],
  ['one that cuts off', [41, 390, 0], 1],
])('%s, half as wide: the cursor is so far under the first row', (_, kind, above) => {
  const line = { text: `${'x'.repeat(74)}${'y'.repeat(60)}`, cursor: 134 }
  const frame = layOutFrame(line, {
    prompts: PROMPTS,
    status: '[connected · 1 ms · 2 memories learned · ada]',
    size: { columns: 80, rows: 30 },
  })
  expect(frame.cursor).toEqual({ row: 1, before: 'y'.repeat(60) })
  expect(rowsAboveCursorAfterReflow(frame, 80, kind)).toBe(1)
  expect(rowsAboveCursorAfterReflow(frame, 200, kind)).toBe(1)
  expect(rowsAboveCursorAfterReflow(frame, 39, kind)).toBe(above)
})

test('what is higher than the screen shows around the cursor', () => {
  const text = Array.from({ length: 50 }, (_, row) => `line ${row}`).join('\n')
  const look = { prompts: PROMPTS, status: '', size: { columns: 80, rows: 10 } }
  expect(
    layOutFrame({ text, cursor: text.length }, { ...look, size: { columns: 80, rows: 60 } }).rows,
  ).toHaveLength(10)
  const atEnd = layOutFrame({ text, cursor: text.length }, look)
  expect([atEnd.rows.length, atEnd.rows[0], atEnd.rows.at(-1)]).toEqual([8, '...> line 42', '...> line 49'])
  const atStart = layOutFrame({ text, cursor: 0 }, look)
  expect([atStart.rows.length, atStart.rows[0], atStart.cursor.row]).toEqual([8, 'you> line 0', 0])
})

test('what is sent stays broken only where it was typed so', () => {
  expect(committedText('one\n\ttwo', PROMPTS)).toBe('you> one\n...>  two')
})
