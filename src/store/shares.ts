import type { ShareRepository } from '../domain/shares/ports.js'
import type { SessionTokenRecord, ShareRecipientRecord, ShareRecord } from '../domain/shares/record.js'
import { revokeShares } from '../domain/shares/revoke-shares.js'
import type { UnitOfWork } from '../domain/unit-of-work.js'
import type { Database } from './database.js'
import { sessionTokenKind, shareKind, shareRecipientKind } from './kinds.js'
import { createSortedIndex } from './sorted-index.js'
import type { Change } from './table.js'

export type ShareTables = ReturnType<typeof shareTables>

export function shareTables(database: Database) {
  const keyOf = ({ createdAt }: ShareRecord) => createdAt
  const byCharacter = createSortedIndex({ groupOf: ({ characterId }: ShareRecord) => characterId, keyOf })
  const byOwner = createSortedIndex({
    groupOf: (share: ShareRecord) => (share.revoked_at === null ? share.owner_user_id : undefined),
    keyOf,
  })
  const byShare = createSortedIndex({
    groupOf: ({ shareId }: SessionTokenRecord) => shareId,
    keyOf: ({ expiresAt }) => expiresAt,
  })
  const recipientsByShare = createSortedIndex({
    groupOf: ({ shareId }: ShareRecipientRecord) => shareId,
    keyOf: ({ id }) => id,
  })
  return {
    shares: { ...database.table(shareKind, [byCharacter, byOwner]), byCharacter, byOwner },
    sessionTokens: { ...database.table(sessionTokenKind, [byShare]), byShare },
    shareRecipients: {
      ...database.table(shareRecipientKind, [recipientsByShare]),
      byShare: recipientsByShare,
    },
  }
}

type ShareDeps = UnitOfWork & { readonly database: Database; readonly tables: ShareTables }

export function createShareRepository({ database, tables, transact }: ShareDeps): ShareRepository {
  const { shares, sessionTokens, shareRecipients } = tables

  return {
    find: async (id) => shares.get(id),
    list: async (characterId) =>
      shares.byCharacter
        .slice(characterId)
        .filter(({ revoked_at }) => revoked_at === null)
        .reverse(),
    listOfKey: async (ownerUserId, keyId) =>
      shares.byOwner.slice(ownerUserId).filter((share) => share.created_via_api_key_id === keyId),
    findRecipient: async (id) => shareRecipients.get(id),
    findToken: async (hash) => sessionTokens.get(hash),
    revoke: (ids, at) => revokeShares({ transact }, ids, at),
    removeExpired: (now) =>
      database.decide(() => {
        const expired = [...sessionTokens.records.values()].filter(({ expiresAt }) => expiresAt <= now)
        const ids = expired.map(({ id }) => id)
        return { changes: removal(tables, ids), result: undefined }
      }),
  }
}

/** What goes with a character. */
export function sharesOfCharacterRemoval(tables: ShareTables, characterId: string): Change[] {
  const ids = tables.shares.byCharacter.slice(characterId).map(({ id }) => id)
  if (ids.length === 0) return []
  const tokens = ids.flatMap((id) => tokensOf(tables, id))
  const recipients = ids.flatMap((id) => recipientsRemoval(tables, id))
  return [tables.shares.remove(ids.reverse()), ...removal(tables, tokens), ...recipients]
}

const tokensOf = ({ sessionTokens }: ShareTables, shareId: string): string[] =>
  sessionTokens.byShare.slice(shareId).map(({ id }) => id)

/** Nobody redeems it any more, so nobody needs to be known again. */
function recipientsRemoval({ shareRecipients }: ShareTables, shareId: string): Change[] {
  const ids = shareRecipients.byShare.slice(shareId).map(({ id }) => id)
  return ids.length === 0 ? [] : [shareRecipients.remove(ids.reverse())]
}

const removal = ({ sessionTokens }: ShareTables, ids: readonly string[]): Change[] =>
  ids.length === 0 ? [] : [sessionTokens.remove(ids)]
