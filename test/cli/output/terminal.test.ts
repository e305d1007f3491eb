import { expect, test } from 'vitest'
import { describeTerminal } from '../../../src/cli/output/terminal.js'

const tty = { isTTY: true, columns: 120, hasColors: () => true }
const pipe = {}
const terminal = { stdin: tty, stdout: tty, stderr: tty }
const flags = { json: false, 'no-input': false }

const describe = (streams: object, given: object) => {
  const { isInteractive, colour, width } = describeTerminal(
    { ...terminal, ...streams },
    { ...flags, ...given },
  )
  return { isInteractive, hasColour: colour.level > 0, width }
}

test.each([
  ['a terminal', {}, {}, { isInteractive: true, hasColour: true, width: 120 }],
  ['--json', {}, { json: true }, { isInteractive: false, hasColour: false, width: 120 }],
  ['--no-input', {}, { 'no-input': true }, { isInteractive: false, hasColour: true, width: 120 }],
  ['CI=true', {}, { ci: 'true' }, { isInteractive: false, hasColour: false, width: 120 }],
  ['CI=woodpecker', {}, { ci: 'woodpecker' }, { isInteractive: false, hasColour: false, width: 120 }],
  ['CI=false', {}, { ci: 'false' }, { isInteractive: true, hasColour: true, width: 120 }],
  ['input from a pipe', { stdin: pipe }, {}, { isInteractive: false, hasColour: true, width: 120 }],
  ['output to a pipe', { stdout: pipe }, {}, { isInteractive: true, hasColour: false, width: 80 }],
  ['messages to a file', { stderr: pipe }, {}, { isInteractive: false, hasColour: true, width: 120 }],
  [
    'a terminal without colours',
    { stdout: { ...tty, hasColors: () => false } },
    {},
    { isInteractive: true, hasColour: false, width: 120 },
  ],
])('%s', (_, streams, given, expected) => {
  expect(describe(streams, given)).toEqual(expected)
})
