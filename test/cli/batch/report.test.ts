import { expect, test } from 'vitest'
import { renderBatchJunit } from '../../../src/cli/batch/report.js'
import type { BatchItem, BatchItemDocument, BatchWithItems } from '../../../src/contract/batches.js'

const document = (fields: Partial<BatchItemDocument>): BatchItemDocument => ({
  name: 'a.pdf',
  url: 'https://a.test/a.pdf',
  documentId: 'd',
  status: 'ready',
  error: null,
  ...fields,
})

const batchOf = (...items: Partial<BatchItem>[]): BatchWithItems => ({
  id: 'cb_1',
  status: 'completed',
  orgId: null,
  counts: { total: 0, queued: 0, processing: 0, succeeded: 0, failed: 0, cancelled: 0 },
  documentCounts: { total: 0, queued: 0, fetching: 0, processing: 0, ready: 0, failed: 0, cancelled: 0 },
  createdAt: '2030-01-02T03:04:05.000Z',
  completedAt: '2030-01-02T03:04:06.500Z',
  expiresAt: '2030-02-01T03:04:05.000Z',
  retryOf: null,
  items: items.map((item, index) => ({
    customId: `i${index}`,
    index,
    status: 'succeeded',
    characterId: 'c',
    documents: [],
    error: null,
    warnings: [],
    ...item,
  })),
})

test('each item is a test case: it passes, fails with its documents, errs with its character, or has run out of time', () => {
  const failed = { code: 'fetch_http_error', message: 'The origin answered 404', httpStatus: 404 } as const
  const batch = batchOf(
    { documents: [document({})] },
    {
      documents: [
        document({ status: 'failed', error: failed }),
        document({ name: 'b', status: 'cancelled' }),
      ],
    },
    { status: 'failed', error: { code: 'executor_error', message: 'No character' } },
    { status: 'processing' },
    { status: 'cancelled' },
  )
  expect(renderBatchJunit(batch, 'casts/cast.yaml')).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="casts/cast.yaml" tests="5" failures="3" errors="1" skipped="0" time="1.500" timestamp="2030-01-02T03:04:05.000Z">
    <properties><property name="batch" value="cb_1"/></properties>
    <testcase classname="casts/cast.yaml" name="i0"/>
    <testcase classname="casts/cast.yaml" name="i1"><failure type="fetch_http_error" message="a.pdf: fetch_http_error (404): The origin answered 404">a.pdf: fetch_http_error (404): The origin answered 404&#10;b: cancelled</failure></testcase>
    <testcase classname="casts/cast.yaml" name="i2"><error type="executor_error" message="executor_error: No character">executor_error: No character</error></testcase>
    <testcase classname="casts/cast.yaml" name="i3"><failure type="timeout" message="The item was still processing when the waiting ended">The item was still processing when the waiting ended</failure></testcase>
    <testcase classname="casts/cast.yaml" name="i4"><failure type="cancelled" message="The item is cancelled">The item is cancelled</failure></testcase>
  </testsuite>
</testsuites>
`)
})

test('no text of a document can end its element, add one, or make the file unreadable', () => {
  const name = `"/><x>&]]>'\u0000\u001b\ud800\uffff 文`
  const batch = batchOf({
    documents: [document({ name, status: 'failed', error: { code: 'pdf_unreadable', message: 'a' } })],
  })
  const text = `&quot;/&gt;&lt;x&gt;&amp;]]&gt;'\ufffd\ufffd\ufffd\ufffd 文: pdf_unreadable: a`
  expect(renderBatchJunit(batch, 'casts/cast.yaml')).toContain(`message="${text}">${text}</failure>`)
})
