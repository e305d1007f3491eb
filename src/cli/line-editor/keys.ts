/** Input from a terminal. */
export type Key =
  | { readonly name: 'text' | 'paste'; readonly text: string }
  /** The terminal's response to `QUERY_DEVICE_ATTRIBUTES`. */
  | { readonly name: 'device-attributes'; readonly attributes: DeviceAttributes }
  | { readonly name: KeyName }

/** A key that a person pressed. */
export type PressedKey = Exclude<Key, { readonly name: 'device-attributes' }>

/** The numbers of the response; the first two identify a family of terminals. */
export type DeviceAttributes = readonly number[]

export type KeyName = (typeof CONTROLS)[keyof typeof CONTROLS] | (typeof SEQUENCES)[number][1]

/** Queries the secondary device attributes (DEC VT220), which identify a terminal. */
export const QUERY_DEVICE_ATTRIBUTES = '\u001b[>c'

const CONTROLS = {
  '\u0001': 'home',
  '\u0002': 'left',
  '\u0003': 'interrupt',
  '\u0004': 'delete-or-end',
  '\u0005': 'end',
  '\u0006': 'right',
  '\b': 'backspace',
  '\t': 'tab',
  '\n': 'enter',
  '\u000b': 'kill-to-end',
  '\f': 'clear',
  '\r': 'enter',
  '\u000e': 'down',
  '\u0010': 'up',
  '\u0015': 'kill-to-start',
  '\u0017': 'kill-word',
  '\u0019': 'yank',
  '\u001a': 'suspend',
  '\u007f': 'backspace',
} as const

/** The text after an escape. With Shift, Alt or Ctrl, `1;` and a number precede the letter. */
const SEQUENCES = [
  [/^(\[|O)A$/, 'up'],
  [/^(\[|O)B$/, 'down'],
  [/^(\[|O)C$/, 'right'],
  [/^(\[|O)D$/, 'left'],
  [/^(\[|O)H$|^\[[17]~$/, 'home'],
  [/^(\[|O)F$|^\[[48]~$/, 'end'],
  [/^\[3~$/, 'delete'],
  [/^\[1;[3-8]C$|^[fF]$/, 'word-right'],
  [/^\[1;[3-8]D$|^[bB]$/, 'word-left'],
  [/^[\u007f\b]$/, 'kill-word'],
  [/^[dD]$|^\[3;[3-8]~$/, 'kill-word-right'],
  [/^[\r\n]$|^\[13;\d+u$|^\[27;\d+;13~$/, 'newline'],
] as const

const ESCAPE = '\u001b'
const PASTE_BEGINS = `${ESCAPE}[200~`
const PASTE_ENDS = `${ESCAPE}[201~`
/** After the escape: a function key of the Linux console, a control sequence (ECMA-48, 5.4), or another key. */
const SEQUENCE = /^(\[\[[A-E]|\[[0-?]*[ -/]*[@-~]|O[ -~]|[^[O])/su
const OPEN_SEQUENCE = /^(\[\[?[0-?]*[ -/]*|O)?$/
const DEVICE_ATTRIBUTES = /^\[>([\d;]+)c$/
const TEXT = /^\P{Cc}+/u

/** Parses input of a terminal; `rest` is an incomplete key that more input will complete. */
export function readKeys(input: string): { readonly keys: readonly Key[]; readonly rest: string } {
  const keys: Key[] = []
  let rest = input
  while (rest !== '' && !isIncomplete(rest)) {
    const [length, key] = readKey(rest)
    if (key !== undefined) keys.push(key)
    rest = rest.slice(length)
  }
  return { keys, rest }
}

function isIncomplete(input: string): boolean {
  if (input.startsWith(PASTE_BEGINS)) return !input.includes(PASTE_ENDS)
  return input.startsWith(ESCAPE) && OPEN_SEQUENCE.test(withoutEscapes(input))
}

function readKey(input: string): [length: number, key: Key | undefined] {
  const [text] = TEXT.exec(input) ?? []
  if (text !== undefined) return [text.length, { name: 'text', text }]
  if (input.startsWith(PASTE_BEGINS)) return readPaste(input)
  if (input.startsWith(ESCAPE)) return readSequence(input)
  const [control = ''] = input
  const name = Object.entries(CONTROLS).find(([one]) => one === control)?.[1]
  return [control.length, name && { name }]
}

function readPaste(input: string): [number, Key] {
  const end = input.indexOf(PASTE_ENDS)
  const text = pastedText(input.slice(PASTE_BEGINS.length, end))
  return [end + PASTE_ENDS.length, { name: 'paste', text }]
}

function readSequence(input: string): [number, Key | undefined] {
  const body = withoutEscapes(input)
  const [sequence = ''] = SEQUENCE.exec(body) ?? []
  const length = input.length - body.length + sequence.length
  const [, attributes] = DEVICE_ATTRIBUTES.exec(sequence) ?? []
  if (attributes !== undefined)
    return [length, { name: 'device-attributes', attributes: attributes.split(';').map(Number) }]
  const name = SEQUENCES.find(([pattern]) => pattern.test(sequence))?.[1]
  return [length, name && { name }]
}

/** Alt with a key that is itself a sequence adds one more escape before it. */
function withoutEscapes(input: string): string {
  let body = input
  while (body.startsWith(ESCAPE)) body = body.slice(ESCAPE.length)
  return body
}

/** Pasted text without control characters, which could control the terminal, and without trailing line breaks. */
const pastedText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .replace(/(?<!\n)\n+$/, '')
