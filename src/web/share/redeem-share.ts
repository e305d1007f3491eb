import { SHARE_LINK_STATUSES, SHARE_STATUS_HEADER, type ShareLinkStatus } from '../../contract/share-links.js'
import type { ShareSession } from '../../contract/shares.js'

export type RedeemOutcome =
  | { readonly kind: 'session'; readonly session: ShareSession }
  /** Unknown, revoked, expired or used up; `readLinkStatus` tells which. */
  | { readonly kind: 'invalid' }
  /** Opened too often; may be retried after `seconds`. */
  | { readonly kind: 'limited'; readonly seconds: number }
  | { readonly kind: 'unreachable' }
  /** The server answered that it failed. */
  | { readonly kind: 'failed' }

/** Opens a permanent share or exchanges an expiring one; the id does not tell which, so both are tried. */
export async function redeemShare(request: typeof fetch, shareId: string): Promise<RedeemOutcome> {
  try {
    const opened = await post(request, shareId, 'open')
    return await outcomeOf(opened.status === 404 ? await post(request, shareId, 'exchange') : opened)
  } catch {
    return { kind: 'unreachable' }
  }
}

/** How the link stands, as the head of its page tells; null: nobody told. Opens nothing. */
export async function readLinkStatus(
  request: typeof fetch,
  shareId: string,
): Promise<ShareLinkStatus | null> {
  try {
    const page = await request(`/s/${encodeURIComponent(shareId)}`, { method: 'HEAD' })
    const told = page.headers.get(SHARE_STATUS_HEADER)
    return SHARE_LINK_STATUSES.find((status) => status === told) ?? null
  } catch {
    return null
  }
}

function post(request: typeof fetch, shareId: string, how: 'open' | 'exchange'): Promise<Response> {
  const path = `/api/v1/share/${encodeURIComponent(shareId)}/${how}`
  if (how === 'open') return request(path, { method: 'POST' })
  return request(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
}

async function outcomeOf(response: Response): Promise<RedeemOutcome> {
  if (response.ok) return { kind: 'session', session: (await response.json()) as ShareSession }
  if (response.status === 404) return { kind: 'invalid' }
  if (response.status !== 429) return { kind: 'failed' }
  return { kind: 'limited', seconds: Number(response.headers.get('retry-after') ?? 60) }
}
