import { CharacterConfigSchema } from '../../../contract/characters.js'
import {
  type FieldPath,
  isReadOnlyField,
  nestedPath,
  settableNames,
} from '../../characters/character-fields.js'
import { parseAction } from '../../characters/parse-action.js'
import { usageError } from '../../errors/command-error.js'
import { didYouMean } from '../../errors/did-you-mean.js'
import type { ParsedBatch } from './parsed-batch.js'

type Row = { readonly record: readonly string[]; readonly info: { readonly lines: number } }
type Column = { readonly name: string; readonly path: readonly string[]; read(cell: string): unknown }

/**
 * Reads each row as a request. A column name is a path in a request (`persona.name`, `llm.temperature`) or a flat field
 * of a character (`name`, `llm_temperature`); empty cells are omitted. `documents`, `document_ids` and `actions` are lists
 * separated by `;`. The separator of columns (comma, semicolon or tab) is detected from the first line.
 */
export async function readCsv(text: string, name: string): Promise<ParsedBatch> {
  const separator = detectSeparator(text)
  const [header, ...rows] = await rowsOf(text, name, separator)
  if (header === undefined) throw usageError(`${name} is empty`)
  const columns = columnsFromHeader(header.record, name)
  return {
    value: rows.map((row) => requestOf(columns, row, name)),
    lineOf: ([index]) => (typeof index === 'number' ? (rows[index]?.info.lines ?? null) : null),
    columnOf: ([, ...path]) => columnAt(columns, path),
    separator: separator.name,
  }
}

const columnAt = (columns: readonly Column[], field: FieldPath): string | null =>
  columns.find(({ path }) => path.every((part, depth) => field[depth] === part))?.name ?? null

async function rowsOf(text: string, name: string, separator: Separator): Promise<Row[]> {
  const { CsvError, parse } = await import('csv-parse/sync')
  let header: readonly string[] = []
  try {
    // With `info` each row comes with its line, which the types of the package omit for rows that are arrays.
    // The parser counts CRLF within quotes as two lines.
    return parse(text.replace(/\r\n?/g, '\n'), {
      info: true,
      trim: true,
      skip_empty_lines: true,
      delimiter: separator.character,
      on_record: (row) => {
        if (header.length === 0) header = (row as unknown as Row).record
        return row
      },
    }) as unknown as Row[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw usageError(`${name} is not CSV: ${error.message}${errorLocation(error, header)}`)
  }
}

/** The location of a parse error. A row that is too long has no column name for the excess cell. */
function errorLocation(error: Readonly<Record<string, unknown>>, header: readonly string[]): string {
  const { lines, column } = error
  const name = typeof column === 'number' ? header[column] : undefined
  return ` (line ${lines}${name === undefined ? '' : `, column ${name}`})`
}

function columnsFromHeader(names: readonly string[], file: string): Column[] {
  const columns = names.map((name) => ({ name, column: columnFromName(name) }))
  const unknown = columns.filter(({ column }) => column === undefined).map(({ name }) => name)
  if (unknown.length > 0) {
    throw usageError(
      `${file} has columns that no request has: ${unknown.join(', ')}`,
      [...unknown.slice(0, MAX_SUGGESTIONS).flatMap(suggestion), COLUMN_HINT].join('\n'),
    )
  }
  const known = columns.flatMap(({ column }) => (column === undefined ? [] : [column]))
  const fieldOf = ({ path }: Column) => path.join('.')
  for (const [index, column] of known.entries()) {
    const first = known.findIndex((other) => fieldOf(other) === fieldOf(column))
    if (first === index) continue
    const other = known[first]?.name
    if (other === column.name) throw usageError(`${file} has the column ${column.name} twice`)
    throw usageError(`${file} has the columns ${other} and ${column.name}, which are the same field`)
  }
  return known
}

const MAX_SUGGESTIONS = 5
const COLUMN_HINT = 'A column is a place in a request: customId, persona.name, llm.temperature, documents …'

function suggestion(name: string): string[] {
  const meant = didYouMean(name, [...Object.keys(LISTS), ...settableNames()])
  return meant === null ? [] : [`${name}: ${meant}`]
}

/** A read-only column is read as well, so that the item is reported as having it. */
function columnFromName(name: string): Column | undefined {
  if (isReadOnlyField(name)) return { name, path: [name], read: asText }
  const path = nestedPath(name) ?? name.split('.')
  const read = readerOf(path.join('.'))
  return read === undefined ? undefined : { name, path, read }
}

const asText = (cell: string): unknown => cell
const splitList = (cell: string): string[] =>
  cell
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '')

const LISTS: Readonly<Record<string, (cell: string) => unknown>> = {
  customId: asText,
  documents: splitList,
  document_ids: splitList,
  actions: (cell) => splitList(cell).map(parseAction),
}

/** The conversion of a cell by the contract's schema. A cell that does not fit stays text, which the service refuses. */
function readerOf(name: string): ((cell: string) => unknown) | undefined {
  if (Object.hasOwn(LISTS, name)) return LISTS[name]
  const schema = name.split('.').reduce<unknown>(propertyOf, CharacterConfigSchema)
  if (typeof schema !== 'object' || schema === null || 'properties' in schema) return undefined
  const types = 'type' in schema ? [schema.type].flat() : []
  if (types.includes('number') || types.includes('integer')) return asNumber
  return types.includes('boolean') ? asBoolean : asText
}

function propertyOf(schema: unknown, name: string): unknown {
  if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return undefined
  const properties: unknown = schema.properties
  if (typeof properties !== 'object' || properties === null || !Object.hasOwn(properties, name))
    return undefined
  return Object.entries(properties).find(([key]) => key === name)?.[1]
}

const asNumber = (cell: string): unknown => (Number.isFinite(Number(cell)) ? Number(cell) : cell)

function asBoolean(cell: string): unknown {
  const word = cell.toLowerCase()
  return word === 'true' || word === 'false' ? word === 'true' : cell
}

function requestOf(columns: readonly Column[], { record, info }: Row, file: string): unknown {
  return columns.reduce<Record<string, unknown>>((request, { name, path, read }, index) => {
    const cell = record[index] ?? ''
    if (cell === '') return request
    return withValue(request, path, readCell(read, cell, `${file}:${info.lines} (column ${name})`))
  }, {})
}

function readCell(read: Column['read'], cell: string, location: string): unknown {
  try {
    return read(cell)
  } catch (error) {
    throw usageError(`${location}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function withValue(
  target: Record<string, unknown>,
  [first = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  if (rest.length === 0) return { ...target, [first]: value }
  const inner = target[first]
  const before = typeof inner === 'object' && inner !== null ? { ...inner } : {}
  return { ...target, [first]: withValue(before, rest, value) }
}

const SEPARATORS = [
  { character: ',', name: 'commas' },
  { character: ';', name: 'semicolons' },
  { character: '\t', name: 'tabs' },
] as const

export type Separator = (typeof SEPARATORS)[number]

/** The separator that is most frequent outside quotes in the first line; comma if there is none. */
function detectSeparator(text: string): Separator {
  const counts = countOutsideQuotes(text)
  return SEPARATORS.reduce<Separator>(
    (best, one) => ((counts.get(one.character) ?? 0) > (counts.get(best.character) ?? 0) ? one : best),
    SEPARATORS[0],
  )
}

/** Counts the characters of the first non-empty line. A doubled quote within quotes ends and reopens them, which changes nothing. */
function countOutsideQuotes(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  let isQuoted = false
  let isEmpty = true
  for (const character of text) {
    const isEnd = !isQuoted && (character === '\n' || character === '\r')
    if (isEnd && !isEmpty) break
    if (isEnd) continue
    isEmpty = false
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return counts
}
