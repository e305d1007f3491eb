import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyKey, createEditorState, type EditorState } from '../../../src/cli/line-editor/editor.js'
import { createHistory } from '../../../src/cli/line-editor/history.js'
import type { KeyName, PressedKey } from '../../../src/cli/line-editor/keys.js'
import { splitGraphemes } from '../../../src/cli/output/text-width.js'

/** `|` is the cursor. Words in brackets are keys, everything else is typed. */
function type(keys: string, entries: readonly string[] = []) {
  let editor = createEditorState(createHistory(entries))
  const typed: string[] = []
  for (const part of keys.split(/(<[a-z-]+>)/).filter((one) => one !== '')) {
    const step = applyKey(editor, keyOf(part))
    editor = step.editor
    if (step.submitted !== undefined) typed.push(step.submitted)
  }
  return { line: shown(editor), typed }
}

const keyOf = (part: string): PressedKey =>
  part.startsWith('<') ? { name: part.slice(1, -1) as KeyName } : { name: 'text', text: part }
const shown = ({ line: { text, cursor: at } }: EditorState) => `${text.slice(0, at)}|${text.slice(at)}`

test.each([
  ['abc<left>d', 'abd|c'],
  ['abc<home>d<end>e', 'dabce|'],
  ['灯台<left>x', '灯x|台'],
  ['👩‍👩‍👧e\u0301<left><left>x', 'x|👩‍👩‍👧e\u0301'],
  ['👩‍👩‍👧<backspace>', '|'],
  ['ne\u0301<backspace>', 'n|'],
  ['abc<home><delete>', '|bc'],
  ['abc<home><delete-or-end>', '|bc'],
  ['one two, three<word-left>', 'one two, |three'],
  ['one two<word-left><word-left><word-right>', 'one| two'],
  ['one two three<kill-word>', 'one two |'],
  ['one two<kill-word>and <yank>', 'one and two|'],
  ['one two<home><kill-word-right>', '| two'],
  ['one two<word-left><kill-to-start>', '|two'],
  ['one two<home><kill-to-end><yank><yank>', 'one twoone two|'],
  ['a\\<enter>b', 'a\nb|'],
  ['a<newline>bc<up>', 'a|\nbc'],
  ['abc<newline>d<up><end><newline>', 'abc\n|\nd'],
  ['ab<newline>cd<home><kill-to-end>', 'ab\n|'],
  ['ab<newline>cd<up><up><down><down>', 'ab\ncd|'],
])('%s gives %j', (keys, line) => {
  expect(type(keys).line).toBe(line)
})

test('a line that ends with a backslash goes on, and is one text with the next', () => {
  expect(type('first\\<enter>second<enter>')).toEqual({ line: '|', typed: ['first\nsecond'] })
})

test('the arrow keys find what was typed, also here, and come back to what is being typed', () => {
  const before = ['latest', 'older', 'latest']
  expect(type('<up>', before).line).toBe('latest|')
  expect(type('<up><up><up><up>', before).line).toBe('latest|')
  expect(type('<up><up>', before).line).toBe('older|')
  expect(type('new<enter>dra<up><down>', before).line).toBe('dra|')
  expect(type('new<enter><up><up><down>', before).line).toBe('new|')
  expect(type('<down>', before).line).toBe('|')
})

test('with a beginning they find only what begins so', () => {
  expect(type('ol<up>', ['latest', 'older', 'oldest']).line).toBe('older|')
  expect(type('ol<up><up><up>', ['latest', 'older', 'oldest']).line).toBe('oldest|')
  expect(type('ol<up><up><down><down>', ['latest', 'older', 'oldest']).line).toBe('ol|')
})

test('what is repeated or blank is remembered once or not at all', () => {
  expect(type('a<enter>a<enter>  <enter><up><up>', ['b']).line).toBe('b|')
})

test.each([
  ['tab', 'complete'],
  ['interrupt', 'interrupt'],
  ['clear', 'clear'],
  ['suspend', 'suspend'],
  ['delete-or-end', 'end'],
] as const)('%s asks to %s', (name, request) => {
  const editor = createEditorState(createHistory([]))
  expect(applyKey(editor, { name })).toEqual({ editor, request })
})

const anyKey = fc.oneof(
  fc.constantFrom(
    ...([
      'left',
      'right',
      'word-left',
      'word-right',
      'home',
      'end',
      'up',
      'down',
      'backspace',
      'delete',
    ] as const),
    ...([
      'kill-word',
      'kill-word-right',
      'kill-to-start',
      'kill-to-end',
      'yank',
      'newline',
      'enter',
    ] as const),
  ),
  fc.constantFrom('a', ' ', 'é', '灯', '👩‍👩‍👧', 'two words', 'ends with \\').map((text) => ({ text })),
)

test('whatever is pressed, the cursor stands between two letters of the text', () => {
  fc.assert(
    fc.property(fc.array(anyKey, { maxLength: 40 }), (keys) => {
      let editor = createEditorState(createHistory(['earlier', 'two\nlines']))
      for (const key of keys) {
        const typed: PressedKey = typeof key === 'string' ? { name: key } : { name: 'text', text: key.text }
        editor = applyKey(editor, typed).editor
        const { text, cursor: at } = editor.line
        expect(splitGraphemes(text.slice(0, at)).concat(splitGraphemes(text.slice(at)))).toEqual(
          splitGraphemes(text),
        )
      }
    }),
    { numRuns: 200 },
  )
})
