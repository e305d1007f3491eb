import type { CharacterConfig } from '../../contract/characters.js'
import { SCOPES } from '../../contract/scopes.js'
import { ensureAccount } from '../../domain/accounts/accounts.js'
import { createKey } from '../../domain/accounts/keys.js'
import type { AccountRepository, ApiKeyRepository } from '../../domain/accounts/ports.js'
import type { ApiKeyRecord } from '../../domain/accounts/record.js'
import { applyConfig } from '../../domain/characters/apply-config.js'
import { createCharacter } from '../../domain/characters/create.js'
import type { CharacterRepository } from '../../domain/characters/ports.js'
import type { CharacterRecord } from '../../domain/characters/record.js'
import type { Clock, Timers } from '../../domain/clock.js'
import type { ConversationRepository } from '../../domain/conversations/ports.js'
import type { MessageRecord } from '../../domain/conversations/record.js'
import type { DocumentRepository } from '../../domain/documents/ports.js'
import type { Leases } from '../../domain/leases.js'
import type { Log } from '../../domain/log.js'
import type { MemoryRepository } from '../../domain/memories/ports.js'
import type { OrganizationRepository } from '../../domain/organizations/ports.js'
import type { Ids, Secrets } from '../../domain/random.js'
import type { ShareRepository } from '../../domain/shares/ports.js'
import type { UnitOfWork } from '../../domain/unit-of-work.js'
import type { Settings } from '../config/settings.js'
import { uuidFromName } from '../process/random.js'
import { FIRST_ACCOUNT } from './first-account.js'
import {
  createKeptRecordLogger,
  differingFields,
  type OnKeptRecord,
  reportKeptRecord,
} from './seed-differences.js'
import { seedMemories } from './seed-memories.js'
import { requireMemberOrganization, seedOrganization } from './seed-organization.js'
import { seedShare } from './seed-share.js'
import { worldCharacterId, worldOrganizationId } from './world-ids.js'
import type { World, WorldAccount, WorldCharacter, WorldConversation } from './world-schema.js'

type SeedDeps = UnitOfWork & {
  readonly accounts: AccountRepository
  readonly keys: ApiKeyRepository
  readonly organizations: OrganizationRepository
  readonly characters: CharacterRepository
  readonly documents: DocumentRepository
  readonly conversations: ConversationRepository
  readonly memories: MemoryRepository
  readonly shares: ShareRepository
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Secrets
  readonly onKept: OnKeptRecord
}

type SeedWorldsDeps = Omit<SeedDeps, 'onKept'> & {
  readonly log: Log
  readonly timers: Pick<Timers, 'sleep'>
  /** Of the servers that start at the same time, one after the other does it. */
  readonly leasesOf: (kind: string) => Pick<Leases, 'acquire'>
}

const LOOK_MS = 100

/**
 * Creates the records of the worlds. Existing records that differ are left unchanged and reported to `onKept`, by default
 * the log.
 */
export async function seedWorlds(
  { timers, leasesOf, ...deps }: SeedWorldsDeps,
  { worlds, onKept = createKeptRecordLogger(deps.log) }: Pick<Settings, 'worlds' | 'onKept'>,
): Promise<void> {
  if (worlds.length === 0) return
  const leases = leasesOf('worlds')
  let lease = await leases.acquire('all')
  for (; lease === undefined; lease = await leases.acquire('all')) await timers.sleep(LOOK_MS)
  try {
    for (const world of worlds) await seedWorld({ ...deps, onKept }, world)
  } finally {
    lease.release()
  }
}

/** Records that exist under their key, e-mail address or player are left unchanged. */
async function seedWorld(
  deps: SeedDeps,
  { accounts = [], organizations = [], characters = [] }: World,
): Promise<void> {
  for (const account of accounts) await seedAccount(deps, account)
  for (const organization of organizations) await seedOrganization(deps, organization)
  for (const character of characters) await seedCharacter(deps, character)
}

async function seedAccount(deps: SeedDeps, { email, staff, keys = [] }: WorldAccount): Promise<void> {
  const { id: accountId, isStaff } = await ensureAccount(deps, { email, isStaff: staff ?? false })
  reportKeptRecord(deps.onKept, {
    kind: 'account',
    name: email,
    fields: differingFields({ staff: isStaff }, { staff }),
  })
  for (const { name, key, scopes } of keys) {
    const known = await deps.keys.findByHash(deps.secrets.hash(key))
    if (known === undefined) await createKey(deps, { accountId, name, key, scopes: scopes ?? SCOPES })
    else
      reportKeptRecord(deps.onKept, {
        kind: 'key',
        name,
        fields: differingKeyFields(known, { accountId, name, scopes }),
      })
  }
}

type WantedKey = Pick<ApiKeyRecord, 'accountId' | 'name'> & { readonly scopes: readonly string[] | undefined }

const differingKeyFields = (known: ApiKeyRecord, { accountId, name, scopes }: WantedKey): string[] =>
  differingFields(
    { account: known.accountId, name: known.name, scopes: [...known.scopes].sort() },
    { account: accountId, name, scopes: scopes && [...scopes].sort() },
  )

async function seedCharacter(deps: SeedDeps, character: WorldCharacter): Promise<void> {
  const {
    key,
    account: email = FIRST_ACCOUNT,
    organization,
    player_id,
    conversations = [],
    memories = [],
    shares = [],
    ...config
  } = character
  const { id: accountId } = await ensureAccount(deps, { email })
  const id = worldCharacterId(character)
  const known = await deps.characters.find(id)
  if (known === undefined) {
    const depsWithId = { ...deps, ids: { uuid: () => id } }
    const orgId =
      organization === undefined ? null : await requireMemberOrganization(deps, organization, accountId)
    await createCharacter(depsWithId, { accountId, playerId: player_id ?? null, orgId }, config)
  } else {
    const owner = {
      account: accountId,
      organization: organization && worldOrganizationId(organization),
      player_id,
    }
    reportKeptRecord(deps.onKept, {
      kind: 'character',
      name: key,
      fields: differingCharacterFields(known, config, owner),
    })
  }
  for (const conversation of conversations) await seedConversation(deps, id, conversation)
  for (const known of memories) await seedMemories(deps, { userId: accountId, characterId: id }, known)
  for (const share of shares) await seedShare(deps, { accountId, characterId: id }, share)
}

/** Fields that the file omits may differ. The others are named as on the wire. */
function differingCharacterFields(known: CharacterRecord, config: CharacterConfig, owner: object): string[] {
  const stored = { account: known.account_id, organization: known.org_id, player_id: known.player_id }
  return [
    ...differingFields(known, { ...applyConfig(known, config) }),
    ...differingFields(known, { text_only: config.text_only }),
    ...differingFields(stored, { ...owner }),
  ]
}

async function seedConversation(
  deps: SeedDeps,
  characterId: string,
  { player_id: playerId, messages }: WorldConversation,
): Promise<void> {
  const known = await deps.conversations.find({ characterId, playerId })
  if (known !== undefined) {
    const stored = await firstMessages(deps, known.id, messages.length)
    const fields = differingConversationFields(stored, messages)
    return reportKeptRecord(deps.onKept, { kind: 'conversation', name: playerId, fields })
  }

  const now = deps.clock.now().toISOString()
  const { id } = await deps.conversations.findOrCreate({
    id: uuidFromName(`conversation/${characterId}/${playerId}`),
    characterId,
    playerId,
    apiKeyId: null,
    createdAt: messages[0]?.timestamp ?? now,
    lastActivity: now,
    messageCount: 0,
    lastMemoryExtractionAt: null,
  })
  for (const { role, content, timestamp = now } of messages) {
    await deps.conversations.append(id, {
      role,
      content,
      timestamp,
      speaker: null,
      imageUrl: null,
      imageDescription: null,
    })
  }
  // The memories of the file replace an extraction.
  await deps.conversations.markExtracted(id)
}

/** Messages that follow those of the file do not count as a difference. */
const differingConversationFields = (
  stored: readonly MessageRecord[],
  wanted: WorldConversation['messages'],
): string[] =>
  wanted.flatMap(({ role, content, timestamp }, index) =>
    differingFields({ ...stored[index] }, { role, content, timestamp }).map(
      (field) => `messages.${index}.${field}`,
    ),
  )

async function firstMessages(
  { conversations }: Pick<SeedDeps, 'conversations'>,
  conversationId: string,
  count: number,
): Promise<readonly MessageRecord[]> {
  const { total } = await conversations.listMessages({ conversationId, limit: 1, skip: 0 })
  const limit = Math.min(count, total)
  if (limit === 0) return []
  return (await conversations.listMessages({ conversationId, limit, skip: total - limit })).messages
}
