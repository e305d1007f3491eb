import { dirname, extname } from 'node:path'
import { usageError } from '../../errors/command-error.js'
import { inputName, parseJsonInput, readInput } from '../../input/read-input.js'
import { readCsv } from './csv.js'
import type { FieldPath, ParsedBatch } from './parsed-batch.js'
import { readYamlWithLines } from './yaml.js'

export const BATCH_FORMATS = ['json', 'yaml', 'csv'] as const
export type BatchFormat = (typeof BATCH_FORMATS)[number]

/** The requests of a batch as somebody wrote them down, and where. */
export type BatchFile = {
  /** What messages call it. */
  readonly name: string
  /** Files are named relative to this folder. */
  readonly folder: string
  /** What is to be sent; the documents may still be files. */
  readonly body: Readonly<Record<string, unknown>> & { readonly requests: readonly unknown[] }
  /** The line of a value, such as `['requests', 0, 'persona']`, from 1; of the nearest around it when it is not there. */
  lineOf(path: FieldPath): number | null
  /** The name of the column of a value, where there are columns. */
  columnOf(path: FieldPath): string | null
  /** What separates the columns, where there are any. */
  readonly separator: string | null
}

const BY_EXTENSION: Readonly<Record<string, BatchFormat>> = {
  '.json': 'json',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.csv': 'csv',
}

export async function readBatchFile(file: string, wanted: BatchFormat | undefined): Promise<BatchFile> {
  const name = inputName(file)
  const format = wanted ?? formatOf(file)
  const { value, lineOf, columnOf, separator = null } = await parse(format, await readInput(file), name)
  const isBare = Array.isArray(value)
  const body = isBare ? { requests: value } : value
  if (!hasRequests(body)) {
    throw usageError(`${name} holds no requests`, 'It is a list of characters, or { requests: [ … ] }.')
  }
  return {
    name,
    folder: file === '-' ? '.' : dirname(file),
    body,
    lineOf: (path) => lineOf(isBare ? path.slice(1) : path),
    columnOf: (path) => columnOf?.(isBare ? path.slice(1) : path) ?? null,
    separator,
  }
}

function formatOf(file: string): BatchFormat {
  const format = file === '-' ? 'yaml' : BY_EXTENSION[extname(file).toLowerCase()]
  if (format === undefined)
    throw usageError(`What is in ${file}?`, `Say it with --format ${BATCH_FORMATS.join('|')}.`)
  return format
}

async function parse(format: BatchFormat, text: string, name: string): Promise<ParsedBatch> {
  switch (format) {
    case 'csv':
      return readCsv(text, name)
    case 'json':
      // JSON is YAML, so that one reader knows the lines of both; but what is called JSON has to be JSON.
      await parseJsonInput(text, name)
      return readYamlWithLines(text, name)
    case 'yaml':
      return readYamlWithLines(text, name)
  }
}

const hasRequests = (value: unknown): value is BatchFile['body'] =>
  typeof value === 'object' && value !== null && 'requests' in value && Array.isArray(value.requests)
