import type { CallerInSpace } from '../access.js'
import { domainError } from '../errors.js'
import type { Ids } from '../random.js'
import { attachedCopy, type DocumentOwnership } from './new-document.js'
import type { Attachments, DocumentRepository } from './ports.js'
import type { DocumentRecord } from './record.js'

/** One entry of `detail.errors` (docs/rest.md, Errors): why a document of `document_ids` cannot be attached. */
export type AttachmentProblem = {
  readonly customId: string | null
  /** Relative to the item or body. */
  readonly path: string
  readonly code: 'document_not_found' | 'document_not_ready' | 'document_failed'
  readonly message: string
}

export type FindSourcesDeps = { readonly documents: Pick<DocumentRepository, 'findMany'> }

type RequestedDocuments = {
  readonly ids: readonly string[] | null | undefined
  /** Null for a single character. */
  readonly customId: string | null
}

/** The documents with these ids, without duplicates, and the problems of the others. */
export async function findSources(
  { documents }: FindSourcesDeps,
  caller: CallerInSpace,
  { ids, customId }: RequestedDocuments,
): Promise<{ sources: DocumentRecord[]; problems: AttachmentProblem[] }> {
  const sources = new Map<string, DocumentRecord>()
  const problems: AttachmentProblem[] = []
  const known = new Map((await documents.findMany(ids ?? [])).map((document) => [document.id, document]))
  for (const [index, id] of (ids ?? []).entries()) {
    const found = known.get(id)
    const source = found !== undefined && isInSpace(found, caller) ? found : undefined
    const problem = attachmentProblem(source)
    if (problem !== undefined) problems.push({ customId, path: `document_ids.${index}`, ...problem })
    else if (source !== undefined) sources.set(id, source)
  }
  return { sources: [...sources.values()], problems }
}

/** As `findSources`, but throws when one of the documents cannot be attached. */
export async function requireSources(
  deps: FindSourcesDeps,
  caller: CallerInSpace,
  ids: RequestedDocuments['ids'],
): Promise<DocumentRecord[]> {
  const { sources, problems } = await findSources(deps, caller, { ids, customId: null })
  throwAttachmentProblems(problems)
  return sources
}

export function throwAttachmentProblems(problems: readonly AttachmentProblem[]): void {
  if (problems.length === 0) return
  throw domainError('cannotAttach', problems)
}

/** Copies of documents for a character. */
export const attachedCopies = (
  sources: readonly DocumentRecord[],
  { ids, now, ownership }: { ids: Ids; now: string; ownership: Omit<DocumentOwnership, 'position'> },
): Attachments => ({
  documents: sources.map((source, index) =>
    attachedCopy(source, { id: ids.uuid(), now, ownership: { ...ownership, position: index } }),
  ),
  sources: sources.map(({ id }) => id),
})

/** In the personal space of the account, or in the organization of the request; a player has access to their own only. */
const isInSpace = (
  { account_id, org_id, player_id }: DocumentRecord,
  { accountId, orgId, playerId }: CallerInSpace,
): boolean =>
  (org_id === null ? account_id === accountId : org_id === orgId) &&
  (playerId === null || player_id === playerId)

function attachmentProblem(
  source: DocumentRecord | undefined,
): Pick<AttachmentProblem, 'code' | 'message'> | undefined {
  switch (source?.status) {
    case undefined:
      return { code: 'document_not_found', message: 'Document not found' }
    case 'ready':
      return undefined
    case 'failed':
    case 'cancelled':
      return { code: 'document_failed', message: 'Document could not be ingested' }
    case 'queued':
    case 'fetching':
    case 'processing':
      return { code: 'document_not_ready', message: 'Document is still being ingested' }
  }
}
