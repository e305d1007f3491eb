import { access, constants, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, isAbsolute, relative } from 'node:path'
import { Flags } from '@oclif/core'
import { usageError } from '../errors/command-error.js'
import type { ReportedBatch } from './batch-outcome.js'
import { renderBatchJunit } from './junit.js'

const WRITERS: Readonly<Record<string, (batch: ReportedBatch, suite: string) => string>> = {
  '.json': (batch) => `${JSON.stringify(batch, null, 2)}\n`,
  '.xml': renderBatchJunit,
}

export const reportFlag = Flags.string({
  summary: 'Also write how it ended to this file, JSON or JUnit XML by its ending; may be repeated.',
  helpValue: 'FILE.json|FILE.xml',
  multiple: true,
  multipleNonGreedy: true,
})

/** Fails now rather than after everything is done. A report is of the end, so somebody has to wait for it. */
export async function checkReports(files: readonly string[] = [], isAwaited = true): Promise<void> {
  if (files.length > 0 && !isAwaited) throw usageError('A report is written at the end', 'Add --wait.')
  for (const file of files) {
    if (WRITERS[extname(file).toLowerCase()] === undefined) {
      throw usageError(`A report is a .json or an .xml file, which ${file} is not`)
    }
    await access(dirname(file), constants.W_OK).catch(() => {
      throw usageError(`Cannot write into the folder ${dirname(file)}`)
    })
  }
}

export async function writeReports(
  files: readonly string[] = [],
  batch: ReportedBatch,
  suite: string = DEFAULT_SUITE_NAME,
): Promise<void> {
  for (const file of files) await writeFile(file, WRITERS[extname(file).toLowerCase()]?.(batch, suite) ?? '')
}

/** What reports call a batch of which no file is known. */
export const DEFAULT_SUITE_NAME = 'batch'

/** What reports call a batch of this file: the same in every run, wherever the folder lies. */
export function suiteName(file: string): string {
  if (file === '-') return 'standard input'
  const path = relative('.', file)
  return path.startsWith('..') || isAbsolute(path) ? basename(file) : path.replaceAll('\\', '/')
}
