import { CharacterConfigSchema } from '../../contract/characters.js'
import { parseAction } from '../action.js'
import { usageError } from '../errors.js'
import type { Parsed } from './batch-file.js'

type Row = { readonly record: readonly string[]; readonly info: { readonly lines: number } }
type Column = { readonly path: readonly string[]; read(cell: string): unknown }

/**
 * Rows as requests. A column is named by its place in a request (`persona.name`, `llm.temperature`); an empty cell is
 * left out. `documents`, `document_ids` and `actions` hold several, separated by `;`.
 */
export async function readCsv(text: string, name: string): Promise<Parsed> {
  const [header, ...rows] = await rowsOf(text, name)
  if (header === undefined) throw usageError(`${name} is empty`)
  const columns = columnsOf(header.record, name)
  return {
    value: rows.map((row) => requestOf(columns, row, name)),
    lineOf: ([index]) => (typeof index === 'number' ? (rows[index]?.info.lines ?? null) : null),
  }
}

async function rowsOf(text: string, name: string): Promise<Row[]> {
  const { parse } = await import('csv-parse/sync')
  try {
    // With `info` each row comes with where it is; the types of the package do not say so of rows that are lists.
    // The parser counts a line end of two letters within quotes twice.
    return parse(text.replace(/\r\n?/g, '\n'), {
      info: true,
      trim: true,
      skip_empty_lines: true,
    }) as unknown as Row[]
  } catch (error) {
    throw usageError(`${name} is not CSV: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function columnsOf(names: readonly string[], file: string): Column[] {
  const unknown = names.filter((name) => readerOf(name) === undefined)
  if (unknown.length > 0) {
    throw usageError(
      `${file} has columns that no request has: ${unknown.join(', ')}`,
      'A column is a place in a request: customId, persona.name, llm.temperature, documents …',
    )
  }
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw usageError(`${file} has the column ${twice} twice`)
  return names.map((name) => ({ path: name.split('.'), read: readerOf(name) ?? asText }))
}

const asText = (cell: string): unknown => cell
const listed = (cell: string): string[] =>
  cell
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '')

const LISTS: Readonly<Record<string, (cell: string) => unknown>> = {
  customId: asText,
  documents: listed,
  document_ids: listed,
  actions: (cell) => listed(cell).map(parseAction),
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
  return columns.reduce<Record<string, unknown>>((request, { path, read }, index) => {
    const cell = record[index] ?? ''
    if (cell === '') return request
    return withValue(request, path, readCell(read, cell, `${file}:${info.lines}`))
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
