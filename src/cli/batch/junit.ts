import { describeDocumentError } from '../documents/document-view.js'
import { escapeXml, xmlAttributes } from '../output/xml.js'
import { isFinished, type ReportedBatch, type ReportedItem } from './batch-outcome.js'
import { CHARACTER_GONE } from './replay.js'

/**
 * A batch as test runners write their results: each item is a test case, which fails when the character or one of its
 * documents is not there, or when the waiting ended before it did. Its class is the file of the batch, so that runs can be
 * compared; the id of the batch is a property.
 */
export function renderBatchJunit(batch: ReportedBatch, suiteName: string): string {
  const cases = batch.items.map((item) => ({ item, outcome: outcomeOf(item) }))
  const count = (wanted: Outcome['kind']) => cases.filter(({ outcome }) => outcome?.kind === wanted).length
  const suite = xmlAttributes({
    name: suiteName,
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: 0,
    time: secondsOf(batch),
    timestamp: batch.createdAt,
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite${suite}>`,
    `    <properties><property${xmlAttributes({ name: 'batch', value: batch.id })}/></properties>`,
    ...cases.map(({ item, outcome }) => testCase(suiteName, item, outcome)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

type Outcome = {
  readonly kind: 'failure' | 'error'
  readonly type: string
  readonly lines: readonly string[]
}

function outcomeOf({ status, error, documents }: ReportedItem): Outcome | null {
  if (error?.code === CHARACTER_GONE) {
    return { kind: 'failure', type: error.code, lines: [describeDocumentError(error)] }
  }
  if (error !== null) return { kind: 'error', type: error.code, lines: [describeDocumentError(error)] }
  const bad = documents.filter((document) => document.status === 'failed' || document.status === 'cancelled')
  if (bad.length > 0) {
    const [first] = bad
    const lines = bad.map(
      ({ name, error: why, status: end }) => `${name}: ${why ? describeDocumentError(why) : end}`,
    )
    return { kind: 'failure', type: first?.error?.code ?? 'document_failed', lines }
  }
  if (status === 'succeeded') return null
  const isOver = status === 'failed' || status === 'cancelled'
  return isOver
    ? { kind: 'failure', type: status, lines: [`The item is ${status}`] }
    : { kind: 'failure', type: 'timeout', lines: [`The item was still ${status} when the waiting ended`] }
}

function testCase(suiteName: string, { customId }: ReportedItem, outcome: Outcome | null): string {
  const names = xmlAttributes({ classname: suiteName, name: customId })
  if (outcome === null) return `    <testcase${names}/>`
  const { kind, type, lines } = outcome
  const why = xmlAttributes({ type, message: lines[0] ?? '' })
  return `    <testcase${names}><${kind}${why}>${escapeXml(lines.join('\n'))}</${kind}></testcase>`
}

function secondsOf(batch: ReportedBatch): string {
  const { createdAt, completedAt } = batch
  if (!isFinished(batch) || completedAt === null) return '0'
  return ((Date.parse(completedAt) - Date.parse(createdAt)) / 1000).toFixed(3)
}
