import type { BatchItem, BatchWithItems } from '../../contract/batches.js'
import { describeError } from '../documents/document-view.js'
import { attributes, escapeXml } from '../xml.js'
import { isFinished } from './outcome.js'

/**
 * A batch as test runners write their results: each item is a test case, which fails when the character or one of its
 * documents is not there, and is skipped when that is not known yet.
 */
export function junitOf(batch: BatchWithItems): string {
  const cases = batch.items.map((item) => ({ item, outcome: outcomeOf(item) }))
  const count = (wanted: Outcome['kind']) => cases.filter(({ outcome }) => outcome?.kind === wanted).length
  const suite = attributes({
    name: batch.id,
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: secondsOf(batch),
    timestamp: batch.createdAt,
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite${suite}>`,
    ...cases.map(({ item, outcome }) => testCase(batch.id, item, outcome)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

type Outcome = {
  readonly kind: 'failure' | 'error' | 'skipped'
  readonly type: string
  readonly lines: readonly string[]
}

function outcomeOf({ status, error, documents }: BatchItem): Outcome | null {
  if (error !== null) return { kind: 'error', type: error.code, lines: [describeError(error)] }
  const bad = documents.filter((document) => document.status === 'failed' || document.status === 'cancelled')
  if (bad.length > 0) {
    const [first] = bad
    const lines = bad.map(({ name, error: why, status: end }) => `${name}: ${why ? describeError(why) : end}`)
    return { kind: 'failure', type: first?.error?.code ?? 'document_failed', lines }
  }
  if (status === 'succeeded') return null
  const isOver = status === 'failed' || status === 'cancelled'
  return { kind: isOver ? 'failure' : 'skipped', type: status, lines: [`The item is ${status}`] }
}

function testCase(batchId: string, { customId }: BatchItem, outcome: Outcome | null): string {
  const names = attributes({ classname: batchId, name: customId })
  if (outcome === null) return `    <testcase${names}/>`
  const { kind, type, lines } = outcome
  const why = attributes({ type, message: lines[0] ?? '' })
  return `    <testcase${names}><${kind}${why}>${escapeXml(lines.join('\n'))}</${kind}></testcase>`
}

function secondsOf(batch: BatchWithItems): string {
  const { createdAt, completedAt } = batch
  if (!isFinished(batch) || completedAt === null) return '0'
  return ((Date.parse(completedAt) - Date.parse(createdAt)) / 1000).toFixed(3)
}
