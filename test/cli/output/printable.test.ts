import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exportMemories } from '../../../src/cli/memories/export-memories.js'
import { createOutput } from '../../../src/cli/output/output.js'
import {
  printable,
  printableColoured,
  printableJson,
  printableLine,
} from '../../../src/cli/output/printable.js'
import type { Memory } from '../../../src/contract/memories.js'
import { arbitraryCodePoint } from '../../support/arbitrary-code-point.js'

const UNSAFE = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const text = fc.oneof(
  fc.string({ unit: arbitraryCodePoint }),
  fc.string({
    unit: fc.constantFrom('\u001b', '[', '3', '1', ';', 'm', 'K', '\u202e', '\u009b', '\r', 'a', '\n'),
  }),
)

test.each([
  ['a cursor that moves up', 'a\u001b[2Ab', 'a\\u001b[2Ab'],
  ['a colour', '\u001b[31mred', '\\u001b[31mred'],
  ['a title', '\u001b]0;x\u0007', '\\u001b]0;x\\u0007'],
  ['the one-character form of the same (C1)', '\u009b2J', '\\u009b2J'],
  ['a line that is overwritten', 'safe\rfake', 'safe\\u000dfake'],
  ['backspaces', 'rm\b\bls', 'rm\\u0008\\u0008ls'],
  ['an override of the direction', 'gnp.\u202eexe', 'gnp.\\u202eexe'],
  ['isolates and marks', '\u2066a\u2069\u200e\u200f\u061c', '\\u2066a\\u2069\\u200e\\u200f\\u061c'],
])('%s is written out', (_, given, shown) => {
  expect(printable(given)).toBe(shown)
  expect(printableLine(given.replace('\r', ''))).toBe(shown.replace('\\u000d', ''))
})

test.each(['👩‍👩‍👧', 'می‌خواهم', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', 'क्‍ष', 'two\nlines\tand tabs', 'שלום', 'é'])(
  '%s is a text, and stays as it is',
  (given) => {
    expect(printable(given)).toBe(given)
    expect(printableColoured(given)).toBe(given)
    expect(printableJson(given)).toBe(JSON.stringify(given))
  },
)

test('nothing unsafe is left of any text, and doing it twice changes nothing', () => {
  fc.assert(
    fc.property(text, (given) => {
      expect(printable(given)).not.toMatch(UNSAFE)
      expect(printable(printable(given))).toBe(printable(given))
      expect(printableLine(given)).not.toMatch(/[\n\t]/)
      // Colours pass, and nothing else.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what colours begin with
      expect(printableColoured(given).replace(/\u001b\[[\d;]*m/g, '')).not.toMatch(UNSAFE)
    }),
  )
})

test('JSON loses nothing, and may be shown', () => {
  fc.assert(
    fc.property(text, (given) => {
      const json = printableJson({ [given]: [given] }, 2)
      expect(json).not.toMatch(UNSAFE)
      expect(JSON.parse(json)).toEqual({ [given]: [given] })
    }),
  )
})

const HOSTILE = 'a\u001b[2J\u202eb\u0085'

function outputTo(isTTY: boolean, json: boolean) {
  const written: string[] = []
  const stream = { isTTY, columns: 80, hasColors: () => isTTY, write: (piece: string) => written.push(piece) }
  const streams = { stdin: { isTTY }, stdout: stream, stderr: stream } as unknown as NodeJS.Process
  const output = createOutput(streams, { json, 'no-input': true } as Parameters<typeof createOutput>[1])
  return { output, written }
}

test.each([true, false])('whatever a command prints is escaped at the very end (a terminal: %s)', (isTTY) => {
  const { output, written } = outputTo(isTTY, false)
  output.result({}, () => HOSTILE)
  output.event({}, () => HOSTILE)
  output.note(HOSTILE)
  output.warn(HOSTILE)
  expect(written).toHaveLength(4)
  for (const piece of written) expect(piece).toContain('a\\u001b[2J\\u202eb\\u0085\n')
})

test('under --json the same text comes out as it went in', () => {
  const { output, written } = outputTo(true, true)
  output.result({ name: HOSTILE }, () => '')
  output.event({ name: HOSTILE }, () => '')
  for (const piece of written) {
    expect(piece).not.toMatch(UNSAFE)
    expect(JSON.parse(piece)).toEqual({ name: HOSTILE })
  }
})

test.each([true, false])(
  'CSV is escaped at a terminal and exact elsewhere (a terminal: %s)',
  async (isTTY) => {
    const { PassThrough } = await import('node:stream')
    const { text: textOf } = await import('node:stream/consumers')
    for (const format of ['csv', 'ndjson'] as const) {
      const to = Object.assign(new PassThrough(), { isTTY })
      await exportMemories(format, [{ id: 'm1', content: HOSTILE } as Memory], to)
      to.end()
      const written = await textOf(to)
      if (isTTY || format === 'ndjson') expect(written).not.toMatch(UNSAFE)
      else expect(written).toContain(HOSTILE)
    }
  },
)

/** Who else writes to a terminal, and why what they write is safe. */
const WRITERS = {
  'src/cli/base-command.ts': 'printable',
  'src/cli/chat/prompt/plain-prompt.ts': 'printableColoured',
  'src/cli/chat/prompt/prompt.ts': 'what the user typed',
  'src/cli/chat/streaming-word-wrap.ts':
    'the pieces of a reply view, which pass printable, and fixed sequences',
  'src/cli/compare/comparison-view.ts':
    'titles, replies and errors, which pass printable, and fixed sequences',
  'src/cli/compare/scripted-comparison.ts': 'printable',
  'src/cli/exec/run-with-server.ts': 'printable',
  'src/cli/line-editor/input-area.ts': 'printableColoured, and what the user typed',
  'src/cli/line-editor/attach-terminal.ts': 'fixed sequences',
  'src/cli/models/model-command.ts': 'printableLine',
  'src/cli/output/output.ts': 'printable, printableColoured, printableJson',
  'src/cli/report-failure.ts': 'printable, printableJson',
  'src/cli/voice/say-line.ts': 'sound',
  'src/cli/voice/interactive-voice-chat.ts': 'a status line, whose texts pass printable',
  'src/cli/voice/scripted-voice-chat.ts': 'printable',
  'src/cli/waiting/waiting-command.ts': 'a fixed sequence',
  'commands/chat.ts': 'a line end',
}

test('nothing else writes to the terminal by itself', async () => {
  const root = new URL('../../../', import.meta.url).pathname
  const found: string[] = []
  for (const folder of ['src/cli', 'commands']) {
    const files = await readdir(join(root, folder), { recursive: true })
    for (const file of files.filter((name) => name.endsWith('.ts'))) {
      const source = await readFile(join(root, folder, file), 'utf8')
      if (/\b(?:stdout|stderr)\.write\(|\bconsole\.|\bthis\.(?:log|warn|logToStderr|error)\(/.test(source)) {
        found.push(join(folder, file))
      }
    }
  }
  expect(found.sort()).toEqual(Object.keys(WRITERS).sort())
})
