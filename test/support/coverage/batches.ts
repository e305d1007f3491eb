import { type Held, held, type Row } from './row.js'

const batches = (title: string): Held => ['test/http/v1/batches.test.ts', title]
const cancel = (title: string): Held => ['test/http/v1/batch-cancel.test.ts', title]
const retry = (title: string): Held => ['test/http/v1/batch-retry.test.ts', title]
const refusals = (title: string): Held => ['test/http/v1/batch-refusals.test.ts', title]
const documents = (title: string): Held => ['test/http/v1/documents.test.ts', title]
const link = (title: string): Held => ['test/http/v1/view-url.test.ts', title]
const attach = (title: string): Held => ['test/http/v1/attach.test.ts', title]
const pdf = (title: string): Held => ['test/adapters/pdf/reader.test.ts', title]
const connections = (title: string): Held => ['test/adapters/download/connections.test.ts', title]
const redirects = (title: string): Held => ['test/adapters/download/redirects.test.ts', title]
const checkHeaders = (title: string): Held => ['test/domain/documents/check-headers.test.ts', title]
const key = (title: string): Held => ['test/http/idempotency-key.test.ts', title]

const CHARACTER = '/api/v1/characters/{character_id}'
const refused = refusals('%s is refused')
const badDocument = refusals('a document with a bad %s is refused: %j')
const unattachable = attach('what cannot be attached refuses a single character, with every reason')

export const batchEndpoints: readonly Row[] = [
  held(
    'POST /api/v1/characters/batch',
    batches('a batch with documents is accepted in processing, and its characters are there at once'),
    batches('a batch without documents is completed when it is accepted'),
  ),
  held(
    'GET /api/v1/characters/batch/{batch_id}',
    batches('a batch with documents is accepted in processing, and its characters are there at once'),
  ),
  held(
    'GET /api/v1/characters/batch',
    batches('batches are listed newest first, without items, page by page'),
  ),
  held(
    'POST /api/v1/characters/batch/{batch_id}/retry',
    retry('a retry fetches what failed onto the same characters, with the whole URL, as new documents'),
  ),
  held(
    'POST /api/v1/characters/batch/{batch_id}/cancel',
    cancel('cancelling stops what was not started, and lets what is in flight finish'),
  ),
  held(
    `POST ${CHARACTER}/documents`,
    documents('a document that is added is accepted at once, and says where to look for it'),
  ),
  held(`GET ${CHARACTER}/documents`, documents('a list has the documents of every status, oldest first')),
  held(
    'GET /api/v1/characters/documents/{document_id}',
    documents('it goes from queued over fetching and processing to ready, and fills up on the way'),
  ),
  held(
    'GET /api/v1/characters/documents/{document_id}/view-url',
    link('a link of a ready document serves its original bytes under its name, to whoever has it'),
  ),
  held(
    `DELETE ${CHARACTER}/documents/{document_id}`,
    documents('a document that is being ingested cannot be deleted; afterwards it can'),
  ),
]

export const oldDocumentEndpoints: readonly Row[] = [
  held('GET /api/agents/{agent_id}/documents', [
    'test/http/legacy/documents.test.ts',
    'the old list answers what the new one does',
  ]),
  held('DELETE /api/agents/documents/{document_id}', [
    'test/http/legacy/documents.test.ts',
    'the old path deletes a document without naming its character',
  ]),
]

export const batchErrors: readonly Row[] = [
  held(
    '400: more than 10 active documents on a character',
    documents('of twenty documents that are added at once a character takes ten'),
    attach('more than ten active documents cannot be attached'),
  ),
  held('400: batch retry with nothing to retry', retry('a finished batch with nothing to retry is refused')),
  held('404: unknown batch', cancel('a batch that cannot be found cannot be cancelled')),
  held('404: batch older than 30 days', batches('a batch is gone after 30 days, and its documents stay')),
  held(
    '404: batch of another account or organization',
    batches('a batch of another account or player is not there, and a player may not change it'),
  ),
  held(
    '409: same Idempotency-Key being submitted right now, batch create',
    refusals('a key that is being answered is refused'),
  ),
  held('409: batch retry while original runs', retry('a running batch cannot be retried')),
  held('409: batch cancel after finish', cancel('a finished batch cannot be cancelled')),
  held(
    '409: deleting a document while ingesting',
    documents('a document that is being ingested cannot be deleted; afterwards it can'),
  ),
  held('413: batch body over 10 MB', refusals('a body over 10 MB is refused, one just under it is read')),
  held(
    '422: unknown fields on batch bodies',
    refusals('a batch with %s is refused'),
    retry('an unknown field in a retry is refused'),
  ),
  held(
    '429: quotas and rate limits',
    refusals('the 501st character of the day is refused with what is left, until midnight UTC'),
  ),
  held('503: batch creation temporarily disabled', refusals('without batches nothing can be submitted')),
  held(
    '503: batch creation temporarily disabled, also for adding a document',
    documents('without batches a document cannot be added'),
  ),
  ...['duplicate_custom_id', 'too_many_items', 'too_many_documents', 'too_many_documents_per_item'].map(
    (code) => held(`batch 422: ${code}`, refused),
  ),
  ...[
    ...['unsupported_type', 'url_scheme_not_allowed', 'url_blocked_host', 'url_userinfo', 'url_too_long'],
    ...['headers_forbidden', 'headers_too_many', 'headers_too_large', 'headers_invalid'],
  ].map((code) => held(`batch 422: ${code}`, badDocument)),
  held('document_ids 422: document_not_ready', unattachable),
  held('document_ids 422: document_failed', unattachable),
  held(
    'batch 429: daily character quota would be exceeded',
    refusals('the 501st character of the day is refused with what is left, until midnight UTC'),
  ),
  held(
    'batch 429: more than 20 submits in the last hour',
    refusals('the 21st submit within an hour is refused, single documents counted'),
  ),
  held(
    'batch 429: a batch already running',
    refusals('while a batch runs no other with documents is accepted, and it is named'),
  ),
]

export const batchLimits: readonly Row[] = [
  held('Items per batch: 100', refused),
  held('Request body: 10 MB', refusals('a body over 10 MB is refused, one just under it is read')),
  held('Documents per batch item: 10', refused),
  held('Distinct document URLs per batch: 100', refused),
  held(
    'Documents per character: 10',
    documents('of twenty documents that are added at once a character takes ten'),
  ),
  held('Document size: 50 MB', [
    'test/runtime/services/document-ingestion.test.ts',
    'a file over 50 MB is too large, whatever the origin said',
  ]),
  held('Document headers: 8', badDocument),
  held('Document headers: 2 KB per value', badDocument),
  held('Document URL: 2,048 chars', badDocument),
  held('Document name: 200 chars', badDocument),
  held(
    'Characters created per day: 500',
    refusals('the 501st character of the day is refused with what is left, until midnight UTC'),
  ),
  held(
    'Batch submits per hour: 20',
    refusals('the 21st submit within an hour is refused, single documents counted'),
  ),
  held('Running batches: 1', refusals('of submits at the same moment one runs')),
  held('Batch result retention: 30 days', batches('a batch is gone after 30 days, and its documents stay')),
  held(
    'Idempotency: replay window 24 hours',
    refusals('the same idempotency key gives the same batch for 24 hours'),
  ),
  held(
    'Document download link: expires after 900 seconds',
    link('a link is good for 15 minutes by the clock'),
  ),
  held('Document pages: 500', pdf('500 pages are read, 501 are too many')),
  held('Document text: 2,000,000 characters', pdf('2,000,000 characters are read, one more is too much')),
  held(
    'Fetch time: 10 s connect',
    connections('a connection that is not made within 10 seconds is a timeout'),
    connections('each hop has its 10 seconds, and all have 120 together'),
  ),
  held(
    'Fetch time: 120 s total',
    connections(
      'an origin that is connected may take longer than 10 seconds to answer, and no longer than 120',
    ),
    ['test/adapters/download/bodies.test.ts', 'a body that does not end within 120 seconds is a timeout'],
  ),
  held(
    'Fetch time: 3 redirects',
    redirects('three redirects are followed'),
    redirects('a fourth redirect is too many, and it is not asked'),
  ),
  held('Document headers: 4 KB total', checkHeaders('%s may be sent'), checkHeaders('%s: %s')),
  held(
    'Idempotency: key up to 255 chars',
    key('a key may have %d characters'),
    key('a key of 256 characters is unprocessable'),
  ),
  held('Knowledge bank in full-context mode: up to about 30,000 tokens', [
    'test/domain/knowledge/create-knowledge-base.test.ts',
    'of a bank of %i tokens it is %s that it is given whole',
  ]),
]
