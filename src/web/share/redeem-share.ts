import type { ShareSession } from '../../contract/shares.js'

export type RedeemOutcome =
  | { readonly kind: 'session'; readonly session: ShareSession }
  /** Unknown, revoked, expired or used up; the service does not tell which. */
  | { readonly kind: 'invalid' }
  /** Opened too often; may be retried after `seconds`. */
  | { readonly kind: 'limited'; readonly seconds: number }
  | { readonly kind: 'unreachable' }

/** Opens a permanent share or exchanges an expiring one; the id does not tell which, so both are tried. */
export async function redeemShare(request: typeof fetch, shareId: string): Promise<RedeemOutcome> {
  try {
    const opened = await post(request, shareId, 'open')
    return await outcomeOf(opened.status === 404 ? await post(request, shareId, 'exchange') : opened)
  } catch {
    return { kind: 'unreachable' }
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
  if (response.status !== 429) return { kind: 'unreachable' }
  return { kind: 'limited', seconds: Number(response.headers.get('retry-after') ?? 60) }
}
