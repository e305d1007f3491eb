// Without schemas, so that the page of a share can load it.

/** Lifetime of a session token, in seconds (docs/rest.md, Limits). */
export const SESSION_TOKEN_SECONDS = 3600

/** How a link stands, as the header of its page tells. Whoever redeemed one that is used up may go on. */
export const SHARE_LINK_STATUSES = ['active', 'used-up', 'expired', 'revoked', 'unknown'] as const
export type ShareLinkStatus = (typeof SHARE_LINK_STATUSES)[number]

/** The header of a share's page that holds its status. */
export const SHARE_STATUS_HEADER = 'x-share-status'
