import type { UnitOfWork } from '../unit-of-work.js'

/** See `ShareRepository.revoke`. Nobody redeems them any more, so that nobody needs to be known again. */
export function revokeShares({ transact }: UnitOfWork, ids: readonly string[], at: string): Promise<number> {
  const keys = {
    revoked: { kind: 'shares', ids },
    tokens: { group: 'tokensOfShares', of: ids },
    recipients: { group: 'recipientsOfShares', of: ids },
  } as const
  return transact(keys, ({ revoked, tokens, recipients }) => ({
    writes: [
      ...revoked.map((share) => ({ kind: 'shares' as const, put: { ...share, revoked_at: at } })),
      { kind: 'sessionTokens', remove: tokens.map(({ id }) => id) },
      { kind: 'shareRecipients', remove: recipients.map(({ id }) => id).reverse() },
    ],
    result: tokens.length,
  }))
}
