import { dirname, extname } from 'node:path'
import type { Document, LineCounter } from 'yaml'
import type { FieldPath } from '../../characters/character-fields.js'
import { usageError } from '../../errors/command-error.js'
import { inputName, parseJsonInput, parseYamlInput, readInput } from '../../input/read-input.js'
import { readCsv } from './csv.js'
import type { ParsedBatch } from './parsed-batch.js'

export const BATCH_FORMATS = ['json', 'yaml', 'csv'] as const
export type BatchFormat = (typeof BATCH_FORMATS)[number]

/** The requests of a batch file, with their locations in the file. */
export type BatchFile = {
  /** The name of the file in messages. */
  readonly name: string
  /** Paths of documents are relative to this folder. */
  readonly folder: string
  /** The body to send; documents may still be local files. */
  readonly body: Readonly<Record<string, unknown>> & { readonly requests: readonly unknown[] }
  /** The line, from 1, of a path such as `['requests', 0, 'persona']`, or of its nearest parent that exists. */
  lineOf(path: FieldPath): number | null
  /** The CSV column of a path; null for other formats. */
  columnOf(path: FieldPath): string | null
  /** The CSV separator; null for other formats. */
  readonly separator: string | null
}

const BY_EXTENSION: Readonly<Record<string, BatchFormat>> = {
  '.json': 'json',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.csv': 'csv',
}

export async function readBatchFile(file: string, format: BatchFormat | undefined): Promise<BatchFile> {
  const name = inputName(file)
  const {
    value,
    lineOf,
    columnOf,
    separator = null,
  } = await parse(format ?? formatOf(file), await readInput(file), name)
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
    throw usageError(`The format of ${file} is unknown`, `Name it with --format ${BATCH_FORMATS.join('|')}.`)
  return format
}

async function parse(format: BatchFormat, text: string, name: string): Promise<ParsedBatch> {
  switch (format) {
    case 'csv':
      return readCsv(text, name)
    case 'json':
      // JSON is also YAML, so the YAML reader finds its lines; but the file has to be valid JSON.
      await parseJsonInput(text, name)
      return readYamlWithLines(text, name)
    case 'yaml':
      return readYamlWithLines(text, name)
  }
}

const hasRequests = (value: unknown): value is BatchFile['body'] =>
  typeof value === 'object' && value !== null && 'requests' in value && Array.isArray(value.requests)

/** Reads YAML or JSON with the line of each value. */
async function readYamlWithLines(text: string, name: string): Promise<ParsedBatch> {
  const { document, lines, value } = await parseYamlInput(text, name)
  return { value, lineOf: (path) => lineOf(document, lines, path) }
}

function lineOf(document: Document, lines: LineCounter, path: FieldPath): number | null {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true)
    if (hasRange(node)) return lines.linePos(node.range[0]).line
  }
  return null
}

const hasRange = (node: unknown): node is { readonly range: readonly [number, number, number] } =>
  typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
