import type { Caller } from '../access.js'
import type { DocumentRecord } from '../documents/record.js'
import { requireSpaceAccess } from '../organizations/access.js'
import { type FindDocumentDeps, findReadableDocument } from './access.js'

/** One document; `X-Org-Id`, when it is sent, must name an organization of the caller's. */
export async function getDocument(
  deps: FindDocumentDeps,
  caller: Pick<Caller, 'accountId' | 'orgId' | 'playerId'>,
  id: string,
): Promise<DocumentRecord> {
  await requireSpaceAccess(deps, caller)
  return findReadableDocument(deps, caller, id)
}
