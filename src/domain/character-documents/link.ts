import { LINK_SECONDS, PDF_TYPE } from '../../contract/documents.js'
import type { Caller } from '../access.js'
import type { Clock } from '../clock.js'
import { domainError } from '../errors.js'
import type { Secrets } from '../random.js'
import type { FindDocumentDeps } from './access.js'
import { signDownloadLink } from './download-signature.js'
import { getDocument } from './get.js'

type LinkDocumentDeps = FindDocumentDeps & {
  readonly clock: Pick<Clock, 'now'>
  readonly secrets: Pick<Secrets, 'hash'>
  readonly linkKey: string
}
type Link = {
  /** Below the address of the server. */
  readonly path: string
  readonly filename: string
  readonly contentType: string
  readonly fileSizeBytes: number
  readonly expiresInSeconds: number
}

/** A link that downloads a ready document, for whoever has it, for 15 minutes. */
export async function linkDocument(
  deps: LinkDocumentDeps,
  caller: Pick<Caller, 'accountId' | 'orgId' | 'playerId'>,
  id: string,
): Promise<Link> {
  const document = await getDocument(deps, caller, id)
  if (document.status !== 'ready') throw domainError('documentNotReady')

  const expires = Math.floor(deps.clock.now().getTime() / 1000) + LINK_SECONDS
  const signature = signDownloadLink(deps, { id, expires })
  return {
    path: `/files/documents/${id}?expires=${expires}&signature=${signature}`,
    filename: document.filename,
    contentType: PDF_TYPE,
    fileSizeBytes: document.fileSize,
    expiresInSeconds: LINK_SECONDS,
  }
}
