import { SCOPES } from '../contract/scopes.js'
import { ensureAccount } from '../domain/accounts/ensure-account.js'
import type { AccountStore, KeyStore } from '../domain/accounts/ports.js'
import type { Ids, Secrets } from '../domain/chance.js'
import { createCharacter } from '../domain/characters/create.js'
import type { CharacterStore } from '../domain/characters/ports.js'
import type { Clock } from '../domain/clock.js'
import type { ConversationStore } from '../domain/conversations/ports.js'
import type { DocumentStore } from '../domain/documents/ports.js'
import type { MemoryStore } from '../domain/memories/ports.js'
import type { OrganizationStore } from '../domain/organizations/ports.js'
import type { ShareStore } from '../domain/shares/ports.js'
import { uuidOf } from './chance.js'
import { ensureKey, FIRST_ACCOUNT } from './seed.js'
import { seedMemories } from './world-memories.js'
import { joinedId, seedOrganization } from './world-organizations.js'
import { worldCharacterId } from './world-problems.js'
import type { World, WorldCharacter, WorldConversation } from './world-schema.js'
import { seedShare } from './world-shares.js'

type SeedDeps = {
  readonly accounts: AccountStore
  readonly keys: KeyStore
  readonly organizations: OrganizationStore
  readonly characters: CharacterStore
  readonly documents: DocumentStore
  readonly conversations: ConversationStore
  readonly memories: MemoryStore
  readonly shares: ShareStore
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Secrets
}

/** Puts the world in place. What is there under its key, e-mail or player stays as it is. */
export async function seedWorld(
  deps: SeedDeps,
  { accounts = [], organizations = [], characters = [] }: World,
): Promise<void> {
  for (const { email, staff, keys = [] } of accounts) {
    const account = await ensureAccount(deps, { email, isStaff: staff ?? false })
    for (const { name, key, scopes = SCOPES } of keys) {
      await ensureKey(deps, { accountId: account.id, name, key, scopes })
    }
  }
  for (const organization of organizations) await seedOrganization(deps, organization)
  for (const character of characters) await seedCharacter(deps, character)
}

async function seedCharacter(deps: SeedDeps, character: WorldCharacter): Promise<void> {
  const {
    key: _,
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
  if ((await deps.characters.find(id)) === undefined) {
    const named = { ...deps, ids: { uuid: () => id } }
    const orgId = organization === undefined ? null : await joinedId(deps, organization, accountId)
    await createCharacter(named, { accountId, playerId: player_id ?? null, orgId }, config)
  }
  for (const conversation of conversations) await seedConversation(deps, id, conversation)
  for (const known of memories) await seedMemories(deps, { userId: accountId, characterId: id }, known)
  for (const share of shares) await seedShare(deps, { accountId, characterId: id }, share)
}

async function seedConversation(
  deps: SeedDeps,
  characterId: string,
  { player_id: playerId, messages }: WorldConversation,
): Promise<void> {
  if ((await deps.conversations.find({ characterId, playerId })) !== undefined) return

  const now = deps.clock.now().toISOString()
  const { id } = await deps.conversations.open({
    id: uuidOf(`conversation/${characterId}/${playerId}`),
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
  // What is remembered of it, the file says.
  await deps.conversations.markRead(id)
}
