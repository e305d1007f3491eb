import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Memory, MemorySchema } from '../../contract/memories.js'
import { printable, printableJson } from '../output/printable.js'

export const EXPORT_FORMATS = ['ndjson', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Streams memories to the output, so that memory use does not depend on their number. */
export async function exportMemories(
  format: ExportFormat,
  memories: Iterable<Memory> | AsyncIterable<Memory>,
  to: NodeJS.WritableStream,
): Promise<void> {
  const rows = Readable.from(memories)
  const formatted = format === 'csv' ? await asCsv() : asNdjson()
  // A file gets the exact data; for a terminal control characters are escaped.
  if (isTerminal(to)) await pipeline(rows, formatted, asPrintable, to, { end: false })
  else await pipeline(rows, formatted, to, { end: false })
}

const isTerminal = (to: NodeJS.WritableStream): boolean => 'isTTY' in to && to.isTTY === true

async function* asPrintable(formatted: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of formatted)
    yield printable(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))
}

/** CSV with every field of the contract. Formulas are escaped for spreadsheets, because players wrote these texts. */
async function asCsv() {
  const { stringify } = await import('csv-stringify')
  return stringify({
    header: true,
    columns: Object.keys(MemorySchema.properties),
    escape_formulas: true,
  })
}

const asNdjson = (): Transform =>
  new Transform({
    writableObjectMode: true,
    transform: (memory, _, done) => done(null, `${printableJson(memory)}\n`),
  })
