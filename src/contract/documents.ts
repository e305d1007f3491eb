import { type Static, Type } from 'typebox'
import { operation } from './operation.js'
import {
  CharacterParams,
  Dictionary,
  ErrorBodySchema,
  LimitRef,
  NullableRef,
  OneOf,
  Ref,
  Timestamp,
} from './shared.js'

/** The life of a document (docs/rest.md, Documents). */
export const DOCUMENT_STATUSES = ['queued', 'fetching', 'processing', 'ready', 'failed', 'cancelled'] as const
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number]

/** As a list of Markdown. */
const STATUSES_IN_WORDS = [
  '- `queued`: waits for its turn',
  '- `fetching`: is loaded from its address',
  '- `processing`: is read',
  '- `ready`: the character knows it',
  '- `failed`: `error` says why',
  '- `cancelled`: its batch was cancelled before it was read',
].join('\n')

/** docs/rest.md, Document error codes. */
export const DOCUMENT_ERROR_CODES = [
  'fetch_blocked',
  'fetch_dns_failed',
  'fetch_connection_error',
  'fetch_timeout',
  'fetch_http_error',
  'fetch_too_large',
  'fetch_too_many_redirects',
  'unsupported_type',
  'pdf_unreadable',
  'too_many_pages',
  'too_much_text',
  'no_extractable_text',
  'ingest_failed',
  'cancelled',
  'executor_error',
] as const
export type DocumentErrorCode = (typeof DOCUMENT_ERROR_CODES)[number]

export const DOCUMENT_BYTES = 50 * 2 ** 20
export const DOCUMENT_PAGES = 500
export const DOCUMENT_CHARACTERS = 2_000_000

/** Bounds of a document input object (docs/rest.md, Documents). */
export const DOCUMENT_URL_CHARACTERS = 2048
export const DOCUMENT_NAME_CHARACTERS = 200
export const DOCUMENT_HEADERS = 8
/** Total length of names and values. */
export const DOCUMENT_HEADERS_BYTES = 4096
export const DOCUMENT_HEADER_VALUE_BYTES = 2048

/** Bounds of a download (docs/rest.md, Limits). */
export const FETCH_CONNECT_SECONDS = 10
export const FETCH_TOTAL_SECONDS = 120
export const FETCH_REDIRECTS = 3

/** Documents of a character that are queued, in progress or ready. */
export const ACTIVE_DOCUMENTS = 10
/** Lifetime of a download link. */
export const LINK_SECONDS = 900
/** Recommended poll interval (`Retry-After`). */
export const POLL_SECONDS = 5
export const PDF_TYPE = 'application/pdf'

export const DocumentErrorSchema = Type.Object(
  {
    code: OneOf(DOCUMENT_ERROR_CODES),
    message: Type.String(),
    httpStatus: Type.Optional(
      Type.Integer({ description: 'The HTTP status of the origin; only with fetch_http_error' }),
    ),
  },
  { $id: 'DocumentError' },
)
export type DocumentError = Static<typeof DocumentErrorSchema>

export const DocumentSchema = Type.Object(
  {
    id: Type.String(),
    agentId: Type.String({ description: 'Owning character' }),
    filename: Type.String(),
    status: OneOf(DOCUMENT_STATUSES, { description: STATUSES_IN_WORDS }),
    contentType: Type.String(),
    fileSize: Type.Integer({ description: 'Bytes; 0 until the file is downloaded' }),
    chunkCount: Type.Integer({ description: '0 until ready' }),
    totalTokens: Type.Integer({ description: '0 until ready' }),
    pageCount: Type.Integer({ description: '0 until ready' }),
    sourceUrl: Type.String({ description: 'Scheme, host and path' }),
    error: NullableRef(DocumentErrorSchema),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  },
  { $id: 'Document' },
)
export type Document = Static<typeof DocumentSchema>

/** Rules with their own `msg` codes (docs/rest.md, Errors) are checked by the domain, not by the schema. */
export const DocumentInputSchema = Type.Object(
  {
    url: Type.String({
      description: 'A public http or https address, or the `url` of an upload; at most 2,048 characters',
    }),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: DOCUMENT_NAME_CHARACTERS })),
    type: Type.Optional(Type.String({ default: 'pdf', description: 'pdf; other formats are reserved' })),
    headers: Type.Optional(
      Dictionary(Type.String(), {
        description: 'Sent to the origin; at most 8, 4 KB together, 2 KB each',
      }),
    ),
  },
  { $id: 'DocumentInput', additionalProperties: false },
)
export type DocumentInput = Static<typeof DocumentInputSchema>

export const AcceptedDocumentSchema = Type.Object(
  {
    documentId: Type.String(),
    batchId: Type.String({ description: 'A batch with this document only, for retry and cancel' }),
    status: OneOf(DOCUMENT_STATUSES, { description: STATUSES_IN_WORDS }),
    name: Type.String(),
    url: Type.String({ description: 'Scheme, host and path' }),
  },
  { $id: 'AcceptedDocument' },
)

export const DocumentListSchema = Type.Object(
  { documents: Type.Array(Ref(DocumentSchema)), total: Type.Integer() },
  { $id: 'DocumentList' },
)

export const DownloadLinkSchema = Type.Object(
  {
    url: Type.String(),
    filename: Type.String(),
    contentType: Type.String(),
    fileSizeBytes: Type.Integer(),
    expiresInSeconds: Type.Integer(),
  },
  { $id: 'DownloadLink' },
)

export const DocumentParams = Type.Object({ documentId: Type.String() })
const CharacterDocumentParams = Type.Object({ characterId: Type.String(), documentId: Type.String() })

export const addDocument = operation({
  method: 'POST',
  url: '/api/v1/characters/:characterId/documents',
  config: { scope: 'characters:write' },
  schema: {
    operationId: 'addDocument',
    summary: 'Add a document by its address; it is read in the background',
    description: 'The address is public, or the `url` of an upload. `getDocument` tells when it is `ready`.',
    tags: ['documents'],
    params: CharacterParams,
    body: Ref(DocumentInputSchema),
    response: {
      202: Ref(AcceptedDocumentSchema),
      400: Ref(ErrorBodySchema),
      403: Ref(ErrorBodySchema),
      404: Ref(ErrorBodySchema),
      422: Ref(ErrorBodySchema),
      429: LimitRef('submits'),
      503: Ref(ErrorBodySchema),
    },
  },
})

export const listDocuments = operation({
  method: 'GET',
  url: '/api/v1/characters/:characterId/documents',
  config: { scope: 'characters:read' },
  schema: {
    operationId: 'listDocuments',
    summary: 'List the documents of a character, oldest first',
    tags: ['documents'],
    params: CharacterParams,
    response: { 200: Ref(DocumentListSchema), 403: Ref(ErrorBodySchema), 404: Ref(ErrorBodySchema) },
  },
})

export const getDocument = operation({
  method: 'GET',
  url: '/api/v1/characters/documents/:documentId',
  config: { scope: 'characters:read' },
  schema: {
    operationId: 'getDocument',
    summary: 'Get one document, with its status',
    tags: ['documents'],
    params: DocumentParams,
    response: { 200: Ref(DocumentSchema), 403: Ref(ErrorBodySchema), 404: Ref(ErrorBodySchema) },
  },
})

export const linkDocument = operation({
  method: 'GET',
  url: '/api/v1/characters/documents/:documentId/view-url',
  config: { scope: 'characters:read' },
  schema: {
    operationId: 'linkDocument',
    summary: 'Make a link that downloads a ready document',
    tags: ['documents'],
    params: DocumentParams,
    response: {
      200: Ref(DownloadLinkSchema),
      403: Ref(ErrorBodySchema),
      404: Ref(ErrorBodySchema),
      409: Ref(ErrorBodySchema),
    },
  },
})

export const deleteDocument = operation({
  method: 'DELETE',
  url: '/api/v1/characters/:characterId/documents/:documentId',
  config: { scope: 'characters:write' },
  schema: {
    operationId: 'deleteDocument',
    summary: 'Delete a document that is not being ingested',
    description:
      'Deleted with it: its search index, and its file unless another character has a copy. Kept: the character, and what it has said. This cannot be undone.',
    tags: ['documents'],
    params: CharacterDocumentParams,
    response: {
      204: Type.Null(),
      403: Ref(ErrorBodySchema),
      404: Ref(ErrorBodySchema),
      409: Ref(ErrorBodySchema),
    },
  },
})
