import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Memory, MemorySchema } from '../../contract/memories.js'

export const EXPORTS = ['ndjson', 'csv'] as const
export type Export = (typeof EXPORTS)[number]

/** Writes memories as they come, so that it does not matter how many there are. */
export async function exportMemories(
  format: Export,
  memories: Iterable<Memory> | AsyncIterable<Memory>,
  to: NodeJS.WritableStream,
): Promise<void> {
  const rows = Readable.from(memories)
  await pipeline(rows, format === 'csv' ? await asCsv() : asLines(), to, { end: false })
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

const asLines = (): Transform =>
  new Transform({
    writableObjectMode: true,
    transform: (memory, _, done) => done(null, `${JSON.stringify(memory)}\n`),
  })
