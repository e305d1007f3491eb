import type { Batch, BatchItem } from '../../contract/batches.js'
import { describeDocumentError } from '../documents/document-view.js'
import { printableLine } from '../output/printable.js'
import { readableTime } from '../output/readable-time.js'
import { type Column, renderFields, renderTable } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import type { ReportedBatch, ReportedItem } from './batch-outcome.js'

const MINUTE_PRECISION = 'yyyy-mm-dd hh:mm'.length

export const BATCH_COLUMNS: readonly Column<Batch>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'STATUS', value: ({ status }) => status },
  { title: 'ITEMS', value: ({ counts }) => `${counts.succeeded}/${counts.total}` },
  { title: 'DOCS', value: ({ documentCounts }) => readyCount(documentCounts) },
  {
    title: 'CREATED',
    value: ({ createdAt }) => readableTime(createdAt).slice(0, MINUTE_PRECISION),
    width: 'rest',
  },
]

const ITEM_COLUMNS: readonly Column<ReportedItem>[] = [
  { title: 'CHARACTER', value: ({ characterId }) => characterId ?? '' },
  { title: 'STATUS', value: ({ status }) => status },
  { title: 'DOCUMENTS', value: ({ documents }) => readyCount(documentsOf(documents)) },
  { title: 'CUSTOM ID', value: ({ customId }) => customId, width: 'rest' },
]

/** A batch without its items, as `list` and `submit` get it. */
export const renderBatch = (terminal: Terminal, batch: Batch): string =>
  renderFields(terminal, [
    ['batch', batch.id],
    ['status', batch.status],
    ['items', countsText(batch.counts)],
    ['documents', batch.documentCounts.total === 0 ? null : countsText(batch.documentCounts)],
    ['organization', batch.orgId],
    ['retry of', batch.retryOf],
    ['created', readableTime(batch.createdAt)],
    ['finished', readableTime(batch.completedAt) || null],
    ['kept until', readableTime(batch.expiresAt)],
  ])

/** A batch with its items and their failures. */
export function renderBatchWithItems(terminal: Terminal, batch: ReportedBatch): string {
  const failures = batch.items.flatMap(itemFailures).map((line) => printableLine(line))
  const parts = [renderBatch(terminal, batch), renderTable(terminal, ITEM_COLUMNS, batch.items)]
  return [...parts, ...(failures.length === 0 ? [] : [failures.join('\n')])].join('\n\n')
}

/** Warnings that only repeat what the documents or the character already show. */
const REDUNDANT_WARNINGS: readonly string[] = [
  'document_failed',
  'document_cancelled',
  'document_copied',
  'text_only_inferred',
]

/** One line per failure or warning of an item. */
export function itemFailures({ customId, error, documents, warnings }: ReportedItem): string[] {
  return [
    ...(error === null ? [] : [`${error.code}: ${error.message}`]),
    ...documents.flatMap(({ name, error: reason }) =>
      reason === null ? [] : [`${name}: ${describeDocumentError(reason)}`],
    ),
    ...warnings
      .filter(({ code }) => !REDUNDANT_WARNINGS.includes(code))
      .map(({ code, message, path }) => `${path}: ${code}: ${message}`),
  ].map((line) => `${customId}: ${line}`)
}

const documentsOf = (documents: BatchItem['documents']) => ({
  total: documents.length,
  ready: documents.filter(({ status }) => status === 'ready').length,
})

const readyCount = ({ ready, total }: { readonly ready: number; readonly total: number }): string =>
  total === 0 ? '' : `${ready}/${total}`

/** `3: 2 ready, 1 failed`. */
function countsText({
  total,
  ...counts
}: { readonly total: number } & Readonly<Record<string, number>>): string {
  const named = Object.entries(counts).flatMap(([status, count]) =>
    count === 0 ? [] : [`${count} ${status}`],
  )
  return named.length === 0 ? String(total) : named.join(', ')
}
