import { DomainError } from '../errors.js'

/** Ids of documents to attach. No document can exist yet, so that every id is one that is not there. */
export function requireDocuments(ids: readonly string[] | null | undefined): void {
  if (!ids || ids.length === 0) return

  throw new DomainError('unprocessable', {
    message: 'Some documents cannot be attached',
    errors: ids.map((_, index) => ({
      customId: null,
      path: `document_ids.${index}`,
      code: 'document_not_found',
      message: 'Document not found',
    })),
  })
}
