import { access, constants, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, isAbsolute, relative } from 'node:path'
import { Flags } from '@oclif/core'
import { describeDocumentError } from '../documents/document-view.js'
import { usageError } from '../errors/command-error.js'
import { type JunitOutcome, renderJunit } from '../output/junit.js'
import { isFinished, type ReportedBatch, type ReportedItem } from './batch-outcome.js'
import { CHARACTER_GONE } from './replay.js'

export const reportFlag = Flags.string({
  summary: 'Also write the outcome to this file, as JSON or JUnit XML by its extension; may be repeated.',
  helpValue: 'FILE.json|FILE.xml',
  multiple: true,
  multipleNonGreedy: true,
})

/** Fails before the batch starts if a report could not be written. A report describes the end, so it needs `--wait`. */
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

const WRITERS: Readonly<Record<string, (batch: ReportedBatch, suite: string) => string>> = {
  '.json': (batch) => `${JSON.stringify(batch, null, 2)}\n`,
  '.xml': renderBatchJunit,
}

/** The suite name of a batch whose file is unknown. */
export const DEFAULT_SUITE_NAME = 'batch'

/**
 * The suite name of a batch file: its path relative to the working folder, or only its name if it is outside, so that
 * runs in different checkouts can be compared.
 */
export function suiteName(file: string): string {
  if (file === '-') return 'standard input'
  const path = relative('.', file)
  return path.startsWith('..') || isAbsolute(path) ? basename(file) : path.replaceAll('\\', '/')
}

/**
 * A batch as JUnit XML, one test case per item. A case is a failure when the item failed or was cancelled, when its
 * character or one of its documents is missing, or when the wait ended before the item did; any other error of an item is
 * a JUnit error. The id of the batch is a property.
 */
export function renderBatchJunit(batch: ReportedBatch, name: string): string {
  return renderJunit({
    name,
    seconds: durationSeconds(batch),
    startedAt: batch.createdAt,
    properties: { batch: batch.id },
    countsErrors: true,
    cases: batch.items.map((item) => ({ name: item.customId, outcome: outcomeOf(item) })),
  })
}

function outcomeOf({ status, error, documents }: ReportedItem): JunitOutcome | null {
  if (error !== null) {
    const kind = error.code === CHARACTER_GONE ? 'failure' : 'error'
    return { kind, type: error.code, lines: [describeDocumentError(error)] }
  }
  const missing = documents.filter(
    (document) => document.status === 'failed' || document.status === 'cancelled',
  )
  if (missing.length > 0) {
    const lines = missing.map(
      ({ name, error: reason, status: end }) => `${name}: ${reason ? describeDocumentError(reason) : end}`,
    )
    return { kind: 'failure', type: missing[0]?.error?.code ?? 'document_failed', lines }
  }
  if (status === 'succeeded') return null
  return status === 'failed' || status === 'cancelled'
    ? { kind: 'failure', type: status, lines: [`The item is ${status}`] }
    : { kind: 'failure', type: 'timeout', lines: [`The item was still ${status} when the waiting ended`] }
}

function durationSeconds(batch: ReportedBatch): string {
  const { createdAt, completedAt } = batch
  if (!isFinished(batch) || completedAt === null) return '0'
  return ((Date.parse(completedAt) - Date.parse(createdAt)) / 1000).toFixed(3)
}
