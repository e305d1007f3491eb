import { type DocumentInput, PDF_TYPE } from '../../contract/documents.js'
import { filenameOf } from './filename.js'
import type { DocumentRecord } from './record.js'

/** The owner of a document, and its place in a character and batch. */
export type DocumentOwnership = Pick<
  DocumentRecord,
  'agentId' | 'account_id' | 'org_id' | 'player_id' | 'batchId' | 'itemIndex' | 'position'
>

type NewDocument = {
  readonly id: string
  readonly now: string
  readonly ownership: DocumentOwnership
  readonly input: Pick<DocumentInput, 'url' | 'name'>
  /** Encrypted. */
  readonly headers: string | null
  readonly variant: number
}

/** A document that waits for its download. */
export const newDocument = ({
  id,
  now,
  ownership,
  input,
  headers,
  variant,
}: NewDocument): DocumentRecord => ({
  id,
  ...ownership,
  filename: filenameOf({ name: input.name, url: input.url }),
  status: 'queued',
  contentType: PDF_TYPE,
  fileSize: 0,
  chunkCount: 0,
  totalTokens: 0,
  pageCount: 0,
  sourceUrl: redactUrl(input.url),
  error: null,
  createdAt: now,
  updatedAt: now,
  url: input.url,
  // As in `filenameOf`, a blank name counts as none.
  isNamed: (input.name ?? '').trim() !== '',
  headers,
  variant,
  origin: 'fetched',
  attempts: 0,
  file: null,
  passages_file: null,
  vectors: null,
})

/** A copy of a ready document for another character; both share the stored files. */
export const attachedCopy = (
  source: DocumentRecord,
  { id, now, ownership }: Pick<NewDocument, 'id' | 'now' | 'ownership'>,
): DocumentRecord => ({ ...source, id, ...ownership, origin: 'attached', createdAt: now, updatedAt: now })

/** A document's URL as responses show it: scheme, host and path, without query string and userinfo. */
export function redactUrl(url: string): string {
  if (!URL.canParse(url)) return ''
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
