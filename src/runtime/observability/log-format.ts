type LogFormatSettings = {
  /** Width of the terminal. Fields that do not fit are on further lines of warnings and errors, else omitted. */
  readonly columns: () => number
  /** Shows all fields and the stacks of errors, on as many lines as needed. */
  readonly isComplete: boolean
}

const LEVELS: Readonly<Record<number, string>> = { 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR' }
const LEVEL_WIDTH = 5
/** Shown at the beginning of the line, or needless at the server's own terminal. */
const HIDDEN = new Set(['level', 'time', 'msg', 'pid', 'hostname'])
const VALUE_CHARACTERS = 60
/** Of warnings and errors. */
const LONG_VALUE_CHARACTERS = 320
const WARNING = 40
const CONTINUATION = ' '.repeat('00:00:00 '.length + LEVEL_WIDTH + 1)

type Entry = Readonly<Record<string, unknown>>

/** Formats a line of pino's JSON for people: local time, level, message, and the fields that fit. */
export function formatLogLine(json: string, { columns, isComplete }: LogFormatSettings): string {
  const entry = JSON.parse(json) as Entry
  const level = (LEVELS[Number(entry['level'])] ?? '').padEnd(LEVEL_WIDTH)
  const head = `${timeOf(entry['time'])} ${level} ${oneLine(String(entry['msg'] ?? ''))}`
  const fields = Object.entries(entry).filter(([name]) => !HIDDEN.has(name))
  if (isComplete) return [[head, ...fields.map(completeField)].join('  '), ...stacksOf(fields)].join('\n')
  if (Number(entry['level']) >= WARNING)
    return wrapFields(head, fields.map(shortField(LONG_VALUE_CHARACTERS)), columns())
  return appendFittingFields(head, fields.map(shortField(VALUE_CHARACTERS)), columns())
}

/** Fields that do not fit continue on indented lines. A field that is longer than a line is broken between its words. */
function wrapFields(head: string, fields: readonly string[], columns: number): string {
  const lines = [head]
  const append = (word: string, gap: string): void => {
    const line = lines.at(-1) ?? ''
    const isFirst = line === CONTINUATION
    if (isFirst || line.length + gap.length + word.length <= columns)
      lines[lines.length - 1] = `${line}${isFirst ? '' : gap}${word}`
    else lines.push(`${CONTINUATION}${word}`)
  }
  const room = columns - CONTINUATION.length
  for (const field of fields) {
    if (field.length <= room) append(field, '  ')
    else {
      lines.push(CONTINUATION)
      for (const word of field.split(' ')) append(word, ' ')
    }
  }
  return lines.join('\n')
}

function appendFittingFields(head: string, fields: readonly string[], columns: number): string {
  const [next, ...rest] = fields
  if (next === undefined) return head
  const longer = `${head}  ${next}`
  return longer.length > columns
    ? appendFittingFields(head, rest, columns)
    : appendFittingFields(longer, rest, columns)
}

function timeOf(time: unknown): string {
  const moment = new Date(typeof time === 'number' ? time : 0)
  return [moment.getHours(), moment.getMinutes(), moment.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

const shortField =
  (characters: number) =>
  ([name, value]: readonly [string, unknown]): string => {
    const text = textOf(value)
    return `${name}=${text.length <= characters ? text : `${text.slice(0, characters - 1)}…`}`
  }

const completeField = ([name, value]: readonly [string, unknown]): string => `${name}=${textOf(value)}`

/** The message of an error; JSON of other objects. */
function textOf(value: unknown): string {
  if (isEntry(value) && typeof value['message'] === 'string') return quoted(value['message'])
  return typeof value === 'string' ? quoted(value) : oneLine(JSON.stringify(value) ?? '')
}

const quoted = (text: string): string => (/^[^\s"=]+$/.test(text) ? oneLine(text) : `"${oneLine(text)}"`)

const stacksOf = (fields: readonly (readonly [string, unknown])[]): string[] =>
  fields.flatMap(([, value]) =>
    isEntry(value) && typeof value['stack'] === 'string' ? value['stack'].split('\n').map(indented) : [],
  )

const indented = (line: string): string => `    ${oneLine(line.trim())}`

/** Control characters and marks of writing direction, which could take over the terminal. */
const UNSAFE = /\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const oneLine = (text: string): string =>
  text
    .replace(/[\t\r\n ]+/g, ' ')
    .replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null
