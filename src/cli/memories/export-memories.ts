import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Memory, MemorySchema } from '../../contract/memories.js'
import { printable, printableJson } from '../output/printable.js'

export const EXPORT_FORMATS = ['ndjson', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Writes memories as they come, so that it does not matter how many there are. */
export async function exportMemories(
  format: ExportFormat,
  memories: Iterable<Memory> | AsyncIterable<Memory>,
  to: NodeJS.WritableStream,
): Promise<void> {
  const rows = Readable.from(memories)
  const written = format === 'csv' ? await asCsv() : asNdjson()
  // A file gets the data as they are; what a terminal would take for orders is written out to it.
  if (isTerminal(to)) await pipeline(rows, written, asPrintable, to, { end: false })
  else await pipeline(rows, written, to, { end: false })
}

const isTerminal = (to: NodeJS.WritableStream): boolean => 'isTTY' in to && to.isTTY === true

async function* asPrintable(written: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const piece of written)
    yield printable(typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }))
}

/** Every field of the contract. What a spreadsheet would take for a formula is quoted: players wrote these texts. */
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
