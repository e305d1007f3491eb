import { type Static, Type } from 'typebox'
import { ACTIVE_DOCUMENTS, DocumentSchema } from '../../contract/documents.js'
import { NullableString, OneOf } from '../../contract/shared.js'
import { domainError } from '../errors.js'

/** How the document got its file. */
const ORIGINS = ['fetched', 'copied', 'attached'] as const

/** A stored document: the fields of the wire, its owner, its place in a batch, and its files. */
export const DocumentRecordSchema = Type.Object({
  ...DocumentSchema.properties,
  account_id: Type.String(),
  org_id: NullableString(),
  player_id: NullableString({ description: 'Owning player of its character' }),
  batchId: NullableString({ description: 'Null: attached to a character outside of a batch' }),
  itemIndex: Type.Integer({ description: 'Position of its item in the batch' }),
  position: Type.Integer({ description: 'Among the documents of its item' }),
  url: Type.String({ description: 'The full source URL, for retries' }),
  isNamed: Type.Boolean({
    description: 'The name was given by hand, so that what the origin sends is ignored',
  }),
  headers: NullableString({
    description: 'Headers for the origin, encrypted; null when there are none any more',
  }),
  variant: Type.Integer({
    description: 'Documents of a batch with the same URL and the same headers have the same number',
  }),
  origin: OneOf(ORIGINS, {
    description: 'copied: shares the download of another document of its batch; attached: by document_ids',
  }),
  attempts: Type.Integer({ description: 'How often its ingestion was started' }),
  file: NullableString({ description: 'SHA-256 of the PDF' }),
  passages_file: NullableString({ description: 'SHA-256 of its passages, a JSON line each' }),
  vectors: Type.Union(
    [
      Type.Object({
        of: Type.String({ description: 'Embeddings that made them, and their dimensions' }),
        file: Type.String({ description: 'SHA-256 of the vectors of its passages, in their order' }),
      }),
      Type.Null(),
    ],
    { description: 'Null: none were made by a model yet' },
  ),
})
export type DocumentRecord = Static<typeof DocumentRecordSchema>
export type PassageVectors = NonNullable<DocumentRecord['vectors']>

/** Whether it counts towards the limit of ten per character (docs/rest.md, Limits). */
export const isActiveDocument = (document: Pick<DocumentRecord, 'status'>): boolean =>
  document.status === 'ready' || isUnfinishedDocument(document)

/** Whether its ingestion is in progress. */
export const isBeingIngested = ({ status }: Pick<DocumentRecord, 'status'>): boolean =>
  status === 'fetching' || status === 'processing'

/** Whether it waits for its ingestion or is in progress. */
export const isUnfinishedDocument = (document: Pick<DocumentRecord, 'status'>): boolean =>
  document.status === 'queued' || isBeingIngested(document)

/** A document whose passages are stored. */
export type ReadyDocument = DocumentRecord & { readonly passages_file: string }

/** The fields of a record that the wire shows. */
export function viewDocument(record: DocumentRecord): Static<typeof DocumentSchema> {
  const { id, agentId, filename, status, contentType, fileSize, chunkCount, totalTokens, pageCount } = record
  const { sourceUrl, error, createdAt, updatedAt } = record
  const sizes = { fileSize, chunkCount, totalTokens, pageCount }
  return { id, agentId, filename, status, contentType, ...sizes, sourceUrl, error, createdAt, updatedAt }
}

/** A 400 on the wire (docs/rest.md, Errors). */
export const tooManyDocuments = () => domainError('tooManyDocuments', ACTIVE_DOCUMENTS)
