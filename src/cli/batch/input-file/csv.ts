import { CharacterConfigSchema } from '../../../contract/characters.js'
import { isReadOnlyField, nestedPath, settableNames } from '../../characters/character-fields.js'
import { parseAction } from '../../characters/parse-action.js'
import { usageError } from '../../errors/command-error.js'
import { didYouMean } from '../../errors/did-you-mean.js'
import { detectSeparator, type Separator } from './csv-separator.js'
import type { FieldPath, ParsedBatch } from './parsed-batch.js'

type Row = { readonly record: readonly string[]; readonly info: { readonly lines: number } }
type Column = { readonly name: string; readonly path: readonly string[]; read(cell: string): unknown }

/**
 * Rows as requests. A column is named by its place in a request (`persona.name`, `llm.temperature`) or as a character is
 * returned (`name`, `llm_temperature`); an empty cell is left out. `documents`, `document_ids` and `actions` hold several,
 * separated by `;`. Columns are separated by commas, semicolons or tabs, as the first line has them.
 */
export async function readCsv(text: string, name: string): Promise<ParsedBatch> {
  const separator = detectSeparator(text)
  const [header, ...rows] = await rowsOf(text, name, separator)
  if (header === undefined) throw usageError(`${name} is empty`)
  const columns = columnsFromHeader(header.record, name)
  return {
    value: rows.map((row) => requestOf(columns, row, name)),
    lineOf: ([index]) => (typeof index === 'number' ? (rows[index]?.info.lines ?? null) : null),
    columnOf: ([, ...place]) => columnAt(columns, place),
    separator: separator.name,
  }
}

const columnAt = (columns: readonly Column[], place: FieldPath): string | null =>
  columns.find(({ path }) => path.every((part, depth) => place[depth] === part))?.name ?? null

async function rowsOf(text: string, name: string, separator: Separator): Promise<Row[]> {
  const { CsvError, parse } = await import('csv-parse/sync')
  let header: readonly string[] = []
  try {
    // With `info` each row comes with where it is; the types of the package do not say so of rows that are lists.
    // The parser counts a line end of two letters within quotes twice.
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
    throw usageError(`${name} is not CSV: ${error.message}${placeIn(error, header)}`)
  }
}

/** Where it went wrong: a row that is too long has no column for it. */
function placeIn(error: Readonly<Record<string, unknown>>, header: readonly string[]): string {
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
      [...unknown.slice(0, SUGGESTED).flatMap(suggestion), COLUMN_HINT].join('\n'),
    )
  }
  const known = columns.flatMap(({ column }) => (column === undefined ? [] : [column]))
  const placeOf = ({ path }: Column) => path.join('.')
  for (const [index, column] of known.entries()) {
    const first = known.findIndex((other) => placeOf(other) === placeOf(column))
    if (first === index) continue
    const other = known[first]?.name
    if (other === column.name) throw usageError(`${file} has the column ${column.name} twice`)
    throw usageError(`${file} has the columns ${other} and ${column.name}, which are the same field`)
  }
  return known
}

const SUGGESTED = 5
const COLUMN_HINT = 'A column is a place in a request: customId, persona.name, llm.temperature, documents …'

function suggestion(name: string): string[] {
  const meant = didYouMean(name, [...Object.keys(LISTS), ...settableNames()])
  return meant === null ? [] : [`${name}: ${meant}`]
}

/** A column that nobody can set is read all the same, so that the item can be told of it. */
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

/** How a cell of that column becomes a value, by the contract's schema. What does not fit is the service's to refuse. */
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

function readCell(read: Column['read'], cell: string, place: string): unknown {
  try {
    return read(cell)
  } catch (error) {
    throw usageError(`${place}: ${error instanceof Error ? error.message : String(error)}`)
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
