import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { Sample } from '../../loadtest/results/metrics.js'
import { usageError } from '../errors/command-error.js'

export type SamplesFile = { add(sample: Sample): void; close(): Promise<void> }

/** Every sample of a run as a line of NDJSON; nothing is written when no file is named. */
export function openSamplesFile(path: string | undefined): SamplesFile {
  if (path === undefined) return { add: () => undefined, close: async () => undefined }
  const stream = createWriteStream(path)
  const over = finished(stream).catch((error: Error) => {
    throw usageError(`Cannot write ${path}: ${error.message}`)
  })
  // Whether it could be written is told when it is closed.
  over.catch(() => undefined)
  return {
    add: (sample) => void stream.write(`${JSON.stringify(sample)}\n`),
    close: () => {
      stream.end()
      return over
    },
  }
}
