import { type Static, Type } from 'typebox'
import { OneOf, PlayerIdSchema } from '../../contract/shared.js'
import { MEMORY_SHARINGS } from '../../contract/shares.js'
import type { Clock } from '../../domain/clock.js'
import { insertShare } from '../../domain/shares/create.js'
import type { ShareRepository } from '../../domain/shares/ports.js'
import type { ShareRecord } from '../../domain/shares/record.js'
import type { UnitOfWork } from '../../domain/unit-of-work.js'
import { differingFields, type OnKeptRecord, reportKeptRecord } from './seed-differences.js'

/** A permanent share with a predefined id, in either of the forms that share ids have (docs/rest.md, Shares). */
export const WorldShareSchema = Type.Object(
  {
    id: Type.String({
      pattern: '^([A-Za-z0-9_-]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$',
      expected: 'a UUID in lower case, or 32 characters of base64url',
      description: 'Anyone who knows it can open the share',
    }),
    memorySharing: Type.Optional(OneOf(MEMORY_SHARINGS)),
    player_id: Type.Optional(PlayerIdSchema),
    maxInteractions: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
)
type WorldShare = Static<typeof WorldShareSchema>

type SeedShareDeps = UnitOfWork & {
  readonly shares: Pick<ShareRepository, 'find'>
  readonly clock: Clock
  readonly onKept: OnKeptRecord
}
type ShareOwner = { readonly accountId: string; readonly characterId: string }

/** Creates a share unless it exists; a revoked one is left revoked. */
export async function seedShare(
  { shares, transact, clock, onKept }: SeedShareDeps,
  { accountId, characterId }: ShareOwner,
  { id, memorySharing, player_id, maxInteractions }: WorldShare,
): Promise<void> {
  const known = await shares.find(id)
  if (known !== undefined) {
    const { characterId: character, owner_player_id, revoked_at } = known
    const stored = { ...known, character, player_id: owner_player_id, revokedAt: revoked_at }
    const wanted = { character: characterId, memorySharing, player_id, maxInteractions, revokedAt: null }
    return reportKeptRecord(onKept, { kind: 'share', name: id, fields: differingFields(stored, wanted) })
  }
  const share: ShareRecord = {
    id,
    characterId,
    owner_user_id: accountId,
    owner_player_id: player_id ?? accountId,
    created_via_api_key_id: null,
    memorySharing: memorySharing ?? 'isolated',
    maxExchanges: null,
    maxInteractions: maxInteractions ?? null,
    createdAt: clock.now().toISOString(),
    expiresAt: null,
    revoked_at: null,
    open_count: 0,
    last_opened_at: null,
    interaction_count: 0,
    redeemer_count: 0,
  }
  await insertShare({ transact }, share, Number.POSITIVE_INFINITY)
}
