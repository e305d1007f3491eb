import { access, constants, writeFile } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { Flags } from '@oclif/core'
import type { BatchWithItems } from '../../contract/batches.js'
import { usageError } from '../errors.js'
import { junitOf } from './junit.js'

const WRITERS: Readonly<Record<string, (batch: BatchWithItems) => string>> = {
  '.json': (batch) => `${JSON.stringify(batch, null, 2)}\n`,
  '.xml': junitOf,
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

export async function writeReports(files: readonly string[] = [], batch: BatchWithItems): Promise<void> {
  for (const file of files) await writeFile(file, WRITERS[extname(file).toLowerCase()]?.(batch) ?? '')
}
