import { onTestFinished } from 'vitest'
import { createPdfReader, type PdfLimits } from '../../../src/adapters/pdf/reader.js'
import type { Timers } from '../../../src/domain/clock.js'
import { findBuiltFile } from '../../../src/runtime/process/package-root.js'
import { createTimers } from '../../../src/runtime/process/timers.js'

/** The built worker: tests run from the sources, but a thread does not. */
const worker = await findBuiltFile('adapters/pdf/read.worker.js')

/** The real reader with its real threads; whoever takes it closes it. */
export const newReader = (limits: Partial<PdfLimits> = {}, timers: Timers = createTimers()) =>
  createPdfReader({ worker, threads: 1, timers, limits })

/** Closed after the test. */
export function openReader(...settings: Parameters<typeof newReader>) {
  const reader = newReader(...settings)
  onTestFinished(() => reader.close())
  return reader
}

export const signal = (): AbortSignal => new AbortController().signal
