import { type DocumentInput, PDF_TYPE } from '../../contract/documents.js'
import { filenameOf } from './filename.js'
import type { DocumentRecord } from './record.js'

/** Whose a document is, and where it belongs. */
export type DocumentOwnership = Pick<
  DocumentRecord,
  'agentId' | 'account_id' | 'org_id' | 'player_id' | 'batchId' | 'itemIndex' | 'position'
>

type NewDocument = {
  readonly id: string
  readonly now: string
  readonly place: DocumentOwnership
  readonly input: Pick<DocumentInput, 'url' | 'name'>
  /** Encrypted. */
  readonly headers: string | null
  readonly variant: number
}

/** A document that waits for being fetched. */
export const newDocument = ({ id, now, place, input, headers, variant }: NewDocument): DocumentRecord => ({
  id,
  ...place,
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
  // As `filenameOf` sees it: a blank name is none.
  isNamed: (input.name ?? '').trim() !== '',
  headers,
  variant,
  origin: 'fetched',
  attempts: 0,
  file: null,
  passages_file: null,
  vectors: null,
})

/** Another character's own copy of a ready document; the two share what is stored of it. */
export const attachedCopy = (
  source: DocumentRecord,
  { id, now, place }: Pick<NewDocument, 'id' | 'now' | 'place'>,
): DocumentRecord => ({ ...source, id, ...place, origin: 'attached', createdAt: now, updatedAt: now })

/** A document's URL as the service tells it: scheme, host and path. Query strings and userinfo are never echoed. */
export function redactUrl(url: string): string {
  if (!URL.canParse(url)) return ''
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
