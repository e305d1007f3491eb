type LogFormatSettings = {
  /** Width of the terminal. Fields that do not fit are omitted; the time and the message are always shown. */
  readonly columns: () => number
  /** Shows all fields and the stacks of errors, on as many lines as needed. */
  readonly isComplete: boolean
}

const LEVELS: Readonly<Record<number, string>> = { 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR' }
const LEVEL_WIDTH = 5
/** Shown at the beginning of the line, or needless at the server's own terminal. */
const HIDDEN = new Set(['level', 'time', 'msg', 'pid', 'hostname'])
const VALUE_CHARACTERS = 60

type Entry = Readonly<Record<string, unknown>>

/** Formats a line of pino's JSON for people: local time, level, message, and the fields that fit. */
export function formatLogLine(json: string, { columns, isComplete }: LogFormatSettings): string {
  const entry = JSON.parse(json) as Entry
  const level = (LEVELS[Number(entry['level'])] ?? '').padEnd(LEVEL_WIDTH)
  const head = `${timeOf(entry['time'])} ${level} ${oneLine(String(entry['msg'] ?? ''))}`
  const fields = Object.entries(entry).filter(([name]) => !HIDDEN.has(name))
  if (isComplete) return [[head, ...fields.map(completeField)].join('  '), ...stacksOf(fields)].join('\n')
  return appendFittingFields(head, fields.map(shortField), columns())
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

const shortField = ([name, value]: readonly [string, unknown]): string => {
  const text = textOf(value)
  return `${name}=${text.length <= VALUE_CHARACTERS ? text : `${text.slice(0, VALUE_CHARACTERS - 1)}…`}`
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
