import { type CoverageRow, coveredBy, type TestReference } from './coverage-row.js'

const batches = (title: string): TestReference => ['test/http/v1/batches.test.ts', title]
const cancel = (title: string): TestReference => ['test/http/v1/batch-cancel.test.ts', title]
const retry = (title: string): TestReference => ['test/http/v1/batch-retry.test.ts', title]
const refusals = (title: string): TestReference => ['test/http/v1/batch-refusals.test.ts', title]
const documents = (title: string): TestReference => ['test/http/v1/documents.test.ts', title]
const link = (title: string): TestReference => ['test/http/v1/view-url.test.ts', title]
const attach = (title: string): TestReference => ['test/http/v1/attach.test.ts', title]
const pdf = (title: string): TestReference => ['test/adapters/pdf/reader.test.ts', title]
const connections = (title: string): TestReference => ['test/adapters/download/connections.test.ts', title]
const redirects = (title: string): TestReference => ['test/adapters/download/redirects.test.ts', title]
const checkHeaders = (title: string): TestReference => ['test/domain/documents/check-headers.test.ts', title]
const key = (title: string): TestReference => ['test/http/request-headers.test.ts', title]

const CHARACTER = '/api/v1/characters/{character_id}'
const refused = refusals('%s is refused')
const badDocument = refusals('a document with a bad %s is refused: %j')
const unattachable = attach('what cannot be attached refuses a single character, with every reason')

export const batchEndpoints: readonly CoverageRow[] = [
  coveredBy(
    'POST /api/v1/characters/batch',
    batches('a batch with documents is accepted in processing, and its characters are there at once'),
    batches('a batch without documents is completed when it is accepted'),
  ),
  coveredBy(
    'GET /api/v1/characters/batch/{batch_id}',
    batches('a batch with documents is accepted in processing, and its characters are there at once'),
  ),
  coveredBy(
    'GET /api/v1/characters/batch',
    batches('batches are listed newest first, without items, page by page'),
  ),
  coveredBy(
    'POST /api/v1/characters/batch/{batch_id}/retry',
    retry('a retry fetches what failed onto the same characters, with the whole URL, as new documents'),
  ),
  coveredBy(
    'POST /api/v1/characters/batch/{batch_id}/cancel',
    cancel('cancelling stops what was not started, and lets what is in flight finish'),
  ),
  coveredBy(
    `POST ${CHARACTER}/documents`,
    documents('a document that is added is accepted at once, and says where to look for it'),
  ),
  coveredBy(
    `GET ${CHARACTER}/documents`,
    documents('a list has the documents of every status, oldest first'),
  ),
  coveredBy(
    'GET /api/v1/characters/documents/{document_id}',
    documents('it goes from queued over fetching and processing to ready, and fills up on the way'),
  ),
  coveredBy(
    'GET /api/v1/characters/documents/{document_id}/view-url',
    link('a link of a ready document serves its original bytes under its name, to whoever has it'),
  ),
  coveredBy(
    `DELETE ${CHARACTER}/documents/{document_id}`,
    documents('a document that is being ingested cannot be deleted; afterwards it can'),
  ),
]

export const oldDocumentEndpoints: readonly CoverageRow[] = [
  coveredBy('GET /api/agents/{agent_id}/documents', [
    'test/http/legacy/documents.test.ts',
    'the old list answers what the new one does',
  ]),
  coveredBy('DELETE /api/agents/documents/{document_id}', [
    'test/http/legacy/documents.test.ts',
    'the old path deletes a document without naming its character',
  ]),
]

export const batchErrors: readonly CoverageRow[] = [
  coveredBy(
    '400: more than 10 active documents on a character',
    documents('of twenty documents that are added at once a character takes ten'),
    attach('more than ten active documents cannot be attached'),
  ),
  coveredBy(
    '400: batch retry with nothing to retry',
    retry('a finished batch with nothing to retry is refused'),
  ),
  coveredBy('404: unknown batch', cancel('a batch that cannot be found cannot be cancelled')),
  coveredBy(
    '404: batch older than 30 days',
    batches('a batch is gone after 30 days, and its documents stay'),
  ),
  coveredBy(
    '404: batch of another account or organization',
    batches('a batch of another account or player is not there, and a player may not change it'),
  ),
  coveredBy(
    '409: same Idempotency-Key being submitted right now, batch create',
    refusals('a key that is being answered is refused'),
  ),
  coveredBy('409: batch retry while original runs', retry('a running batch cannot be retried')),
  coveredBy('409: batch cancel after finish', cancel('a finished batch cannot be cancelled')),
  coveredBy(
    '409: deleting a document while ingesting',
    documents('a document that is being ingested cannot be deleted; afterwards it can'),
  ),
  coveredBy(
    '413: batch body over 10 MB',
    refusals('a body over 10 MB is refused, one just under it is read'),
  ),
  coveredBy(
    '422: unknown fields on batch bodies',
    refusals('a batch with %s is refused'),
    retry('an unknown field in a retry is refused'),
  ),
  coveredBy(
    '429: quotas and rate limits',
    refusals('the 501st character of the day is refused with what is left, until midnight UTC'),
  ),
  coveredBy('503: batch creation temporarily disabled', refusals('without batches nothing can be submitted')),
  coveredBy(
    '503: batch creation temporarily disabled, also for adding a document',
    documents('without batches a document cannot be added'),
  ),
  ...['duplicate_custom_id', 'too_many_items', 'too_many_documents', 'too_many_documents_per_item'].map(
    (code) => coveredBy(`batch 422: ${code}`, refused),
  ),
  ...[
    ...['unsupported_type', 'url_scheme_not_allowed', 'url_blocked_host', 'url_userinfo', 'url_too_long'],
    ...['headers_forbidden', 'headers_too_many', 'headers_too_large', 'headers_invalid'],
  ].map((code) => coveredBy(`batch 422: ${code}`, badDocument)),
  coveredBy('document_ids 422: document_not_ready', unattachable),
  coveredBy('document_ids 422: document_failed', unattachable),
  coveredBy(
    'batch 429: daily character quota would be exceeded',
    refusals('the 501st character of the day is refused with what is left, until midnight UTC'),
  ),
  coveredBy(
    'batch 429: more than 20 submits in the last hour',
    refusals('the 21st submit within an hour is refused, single documents counted'),
  ),
  coveredBy(
    'batch 429: a batch already running',
    refusals('while a batch runs no other with documents is accepted, and it is named'),
  ),
]

export const batchLimits: readonly CoverageRow[] = [
  coveredBy('Items per batch: 100', refused),
  coveredBy('Request body: 10 MB', refusals('a body over 10 MB is refused, one just under it is read')),
  coveredBy('Documents per batch item: 10', refused),
  coveredBy('Distinct document URLs per batch: 100', refused),
  coveredBy(
    'Documents per character: 10',
    documents('of twenty documents that are added at once a character takes ten'),
  ),
  coveredBy('Document size: 50 MB', [
    'test/runtime/services/document-ingestion.test.ts',
    'a file over 50 MB is too large, whatever the origin said',
  ]),
  coveredBy('Document headers: 8', badDocument),
  coveredBy('Document headers: 2 KB per value', badDocument),
  coveredBy('Document URL: 2,048 chars', badDocument),
  coveredBy('Document name: 200 chars', badDocument),
  coveredBy(
    'Characters created per day: 500',
    refusals('the 501st character of the day is refused with what is left, until midnight UTC'),
  ),
  coveredBy(
    'Batch submits per hour: 20',
    refusals('the 21st submit within an hour is refused, single documents counted'),
  ),
  coveredBy('Running batches: 1', refusals('of submits at the same moment one runs')),
  coveredBy(
    'Batch result retention: 30 days',
    batches('a batch is gone after 30 days, and its documents stay'),
  ),
  coveredBy(
    'Idempotency: replay window 24 hours',
    refusals('the same idempotency key gives the same batch for 24 hours'),
  ),
  coveredBy(
    'Document download link: expires after 900 seconds',
    link('a link is good for 15 minutes by the clock'),
  ),
  coveredBy('Document pages: 500', pdf('500 pages are read, 501 are too many')),
  coveredBy(
    'Document text: 2,000,000 characters',
    pdf('2,000,000 characters are read, one more is too much'),
  ),
  coveredBy(
    'Fetch time: 10 s connect',
    connections('a connection that is not made within 10 seconds is a timeout'),
    connections('each hop has its 10 seconds, and all have 120 together'),
  ),
  coveredBy(
    'Fetch time: 120 s total',
    connections(
      'an origin that is connected may take longer than 10 seconds to answer, and no longer than 120',
    ),
    ['test/adapters/download/bodies.test.ts', 'a body that does not end within 120 seconds is a timeout'],
  ),
  coveredBy(
    'Fetch time: 3 redirects',
    redirects('three redirects are followed'),
    redirects('a fourth redirect is too many, and it is not asked'),
  ),
  coveredBy('Document headers: 4 KB total', checkHeaders('%s may be sent'), checkHeaders('%s: %s')),
  coveredBy(
    'Idempotency: key up to 255 chars',
    key('a key may have %d characters'),
    key('a key of 256 characters is unprocessable'),
  ),
  coveredBy('Knowledge bank in full-context mode: up to about 30,000 tokens', [
    'test/domain/knowledge/create-knowledge-base.test.ts',
    'for documents of %i tokens it is %s that the full text is given',
  ]),
]
