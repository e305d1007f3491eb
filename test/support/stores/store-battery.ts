import { describe, expect, test } from 'vitest'
import type { CharacterQuery } from '../../../src/domain/characters/ports.js'
import type { ConversationQuery } from '../../../src/domain/conversations/ports.js'
import type { StoredFile } from '../../../src/domain/files/stored-file.js'
import { updateRecord } from '../../../src/domain/unit-of-work.js'
import type { Store } from '../../../src/store/store.js'
import { describeChanges } from './store-battery-changes.js'
import { describeEncounters } from './store-battery-encounters.js'
import { describeIdempotency } from './store-battery-idempotency.js'
import { describeKnowledge } from './store-battery-knowledge.js'
import { describeMemories } from './store-battery-memories.js'
import { describeOrganizations } from './store-battery-organizations.js'
import { describeQuotas } from './store-battery-quotas.js'
import { describeShares } from './store-battery-shares.js'
import { describeTurns } from './store-battery-turns.js'
import { aCharacter, aConversation, aKey, aMessage, anAccount, anOrganization, at } from './store-records.js'

/** What every implementation of the store's ports promises. `make` cleans up after itself when the test is over. */
/** `takesTurns`: several processes write, and nothing is made before it is this one's turn. */
export function describeStore(name: string, make: () => Promise<Store>, { takesTurns = false } = {}): void {
  describe(name, () => {
    describeAccounts(make)
    describeKeys(make)
    describeCharacters(make)
    describeConversations(make)
    describeOrganizations(make)
    describeMessages(make)
    describeMemories(make)
    describeTurns(make)
    describeChanges(make, { takesTurns })
    describeKnowledge(make)
    describeQuotas(make)
    describeShares(make)
    describeEncounters(make)
    describeIdempotency(make)
    describeReset(make)
  })
}

const query = (given: Partial<CharacterQuery> = {}): CharacterQuery => ({
  accountId: 'account-1',
  orgId: null,
  playerId: null,
  search: null,
  limit: 20,
  offset: 0,
  ...given,
})

const conversationQuery = (given: Partial<ConversationQuery> = {}): ConversationQuery => ({
  characterId: 'character-1',
  sortBy: 'last_activity',
  sortOrder: 'desc',
  playerSearch: null,
  minMessages: 0,
  limit: 50,
  offset: 0,
  ...given,
})

function describeAccounts(make: () => Promise<Store>): void {
  test('an account is found by its id and by its e-mail', async () => {
    const { accounts } = await make()
    expect(await accounts.ensure(anAccount())).toEqual(anAccount())
    expect(await accounts.find('account-1')).toEqual(anAccount())
    expect(await accounts.findByEmail('dev@parley.local')).toEqual(anAccount())
    expect(await accounts.find('account-2')).toBeUndefined()
    expect(await accounts.findByEmail('nobody@parley.local')).toBeUndefined()
  })

  test('two candidates with one e-mail become one account, even at once', async () => {
    const { accounts } = await make()
    const candidates = [anAccount(), anAccount({ id: 'account-2', isStaff: true })]
    const ensured = await Promise.all(candidates.map((candidate) => accounts.ensure(candidate)))
    expect(ensured).toEqual([anAccount(), anAccount()])
    expect(await accounts.find('account-2')).toBeUndefined()
  })
}

function describeKeys(make: () => Promise<Store>): void {
  test('a key is found by its hash until it is removed', async () => {
    const { keys } = await make()
    await keys.insert(aKey())
    expect(await keys.findByHash('hash-1')).toEqual(aKey())
    expect(await keys.remove({ id: 'key-1', accountId: 'account-1' })).toBe(true)
    expect(await keys.findByHash('hash-1')).toBeUndefined()
    expect(await keys.remove({ id: 'key-1', accountId: 'account-1' })).toBe(false)
  })

  test('a key of another account is not removed', async () => {
    const { keys } = await make()
    await keys.insert(aKey())
    expect(await keys.remove({ id: 'key-1', accountId: 'account-2' })).toBe(false)
    expect(await keys.findByHash('hash-1')).toEqual(aKey())
  })

  test('the keys of an account are listed newest first, ties by id', async () => {
    const { keys } = await make()
    const made = [
      aKey({ id: 'b', hash: 'b', createdAt: at(2) }),
      aKey({ id: 'c', hash: 'c', createdAt: at(1) }),
      aKey({ id: 'a', hash: 'a', createdAt: at(2) }),
      aKey({ id: 'd', hash: 'd', accountId: 'account-2' }),
    ]
    for (const key of made) await keys.insert(key)
    expect((await keys.list('account-1')).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(await keys.list('account-3')).toEqual([])
  })

  test('a key that was used says when', async () => {
    const { keys } = await make()
    await keys.insert(aKey())
    keys.recordUse('key-1', at(5))
    keys.recordUse('key-1', at(6))
    keys.recordUse('unknown', at(7))
    expect(await keys.findByHash('hash-1')).toEqual(aKey({ lastUsedAt: at(6) }))
    expect(await keys.list('account-1')).toEqual([aKey({ lastUsedAt: at(6) })])
  })

  test('a removed key stays removed when it was just used', async () => {
    const { keys } = await make()
    await keys.insert(aKey())
    keys.recordUse('key-1', at(5))
    await keys.remove({ id: 'key-1', accountId: 'account-1' })
    keys.recordUse('key-1', at(100))
    await keys.insert(aKey({ id: 'key-2', hash: 'hash-2' }))
    expect(await keys.list('account-1')).toEqual([aKey({ id: 'key-2', hash: 'hash-2' })])
  })
}

function describeCharacters(make: () => Promise<Store>): void {
  test('a character comes back as it was stored', async () => {
    const { characters } = await make()
    const mira = aCharacter({ actions: [{ name: 'wave', parameters: [{ name: 'hand', required: true }] }] })
    await characters.insert(mira)
    expect(await characters.find('character-1')).toEqual(mira)
    expect(await characters.find('character-2')).toBeUndefined()
  })

  test('an id is given only once', async () => {
    const { characters } = await make()
    await characters.insert(aCharacter())
    await expect(characters.insert(aCharacter({ name: 'Other' }))).rejects.toThrow('already stored')
    expect(await characters.find('character-1')).toEqual(aCharacter())
  })

  test('a file is found while a character shows it, and no longer', async () => {
    const store = await make()
    const { characters } = store
    const avatar_file = { sha256: 'ab'.repeat(32), name: 'avatar.png' }
    const model_file = { sha256: 'cd'.repeat(32), name: 'model.glb' }
    await characters.insert(aCharacter({ avatar_file, model_file }))
    await characters.insert(aCharacter({ id: 'character-2', avatar_file }))
    expect(await characters.findFile(avatar_file)).toEqual(avatar_file)
    expect(await characters.findFile(model_file)).toEqual(model_file)

    await updateRecord(store, { kind: 'characters', id: 'character-1' }, (current) => ({
      ...current,
      model_file: null,
    }))
    expect(await characters.findFile(model_file)).toBeUndefined()
    await characters.remove('character-1')
    expect(await characters.findFile(avatar_file)).toEqual(avatar_file)
    await updateRecord(store, { kind: 'characters', id: 'character-2' }, (current) => ({
      ...current,
      name: 'Other',
    }))
    expect(await characters.findFile(avatar_file)).toEqual(avatar_file)
    await characters.remove('character-2')
    expect(await characters.findFile(avatar_file)).toBeUndefined()
  })

  test('a picture of a message is found by its name alone, until the message goes', async () => {
    const { characters, conversations } = await make()
    await characters.insert(aCharacter())
    await conversations.findOrCreate(aConversation())
    const imageFile = { sha256: 'ab'.repeat(32), name: 'not-to-be-guessed.png' }
    const stored = await conversations.append('conversation-1', aMessage({ imageFile }))
    expect(await conversations.findImage(imageFile)).toEqual(imageFile)
    expect(await conversations.findImage({ ...imageFile, name: 'image.png' })).toBeUndefined()
    expect(await characters.findFile(imageFile)).toBeUndefined()
    await conversations.updateContent(stored?.id ?? 0, 'Other words')
    expect(await conversations.findImage(imageFile)).toEqual(imageFile)
    await conversations.updateContent(stored?.id ?? 0, undefined)
    expect(await conversations.findImage(imageFile)).toBeUndefined()
  })

  test('the same bytes are found under each name that a character shows them by, and under no other', async () => {
    const store = await make()
    const { characters } = store
    const [avatar_file, source_image_file] = ['avatar.png', 'source.png'].map((name) => ({
      sha256: 'ab'.repeat(32),
      name,
    })) as [StoredFile, StoredFile]
    await characters.insert(aCharacter({ avatar_file, source_image_file }))
    expect(await characters.findFile(avatar_file)).toEqual(avatar_file)
    expect(await characters.findFile(source_image_file)).toEqual(source_image_file)
    expect(await characters.findFile({ ...avatar_file, name: 'other.png' })).toBeUndefined()
    await updateRecord(store, { kind: 'characters', id: 'character-1' }, (current) => ({
      ...current,
      avatar_file: null,
    }))
    expect(await characters.findFile(avatar_file)).toBeUndefined()
    expect(await characters.findFile(source_image_file)).toEqual(source_image_file)
  })

  test('characters are listed newest first, ties by id, page by page', async () => {
    const { characters } = await make()
    for (const id of ['d', 'a', 'c', 'b', 'e']) {
      await characters.insert(aCharacter({ id, created_at: at(id === 'e' ? 1 : 2) }))
    }
    const idsOf = async (page: Partial<CharacterQuery>) => {
      const { characters: found, total } = await characters.list(query(page))
      return { ids: found.map(({ id }) => id), total }
    }
    expect(await idsOf({})).toEqual({ ids: ['a', 'b', 'c', 'd', 'e'], total: 5 })
    expect(await idsOf({ limit: 2 })).toEqual({ ids: ['a', 'b'], total: 5 })
    expect(await idsOf({ limit: 2, offset: 3 })).toEqual({ ids: ['d', 'e'], total: 5 })
    expect(await idsOf({ limit: 2, offset: 4 })).toEqual({ ids: ['e'], total: 5 })
    expect(await idsOf({ offset: 5 })).toEqual({ ids: [], total: 5 })
    expect(await idsOf({ offset: 500 })).toEqual({ ids: [], total: 5 })
  })

  test('a list holds what the owner has: personal space, organization, player', async () => {
    const { organizations, characters } = await make()
    await organizations.insert(anOrganization())
    await characters.insert(aCharacter({ id: 'own' }))
    await characters.insert(aCharacter({ id: 'player', player_id: 'player-1' }))
    await characters.insert(aCharacter({ id: 'organization', org_id: 'org-1' }))
    await characters.insert(aCharacter({ id: 'org-player', org_id: 'org-1', player_id: 'player-1' }))
    await characters.insert(aCharacter({ id: 'foreign', account_id: 'account-2' }))
    await characters.insert(aCharacter({ id: 'by-member', account_id: 'account-2', org_id: 'org-1' }))
    const idsOf = async (owner: Partial<CharacterQuery>) =>
      (await characters.list(query(owner))).characters.map(({ id }) => id)
    expect(await idsOf({})).toEqual(['own', 'player'])
    expect(await idsOf({ playerId: 'player-1' })).toEqual(['player'])
    expect(await idsOf({ playerId: 'player-2' })).toEqual([])
    expect(await idsOf({ orgId: 'org-1' })).toEqual(['by-member', 'org-player', 'organization'])
    expect(await idsOf({ orgId: 'org-1', accountId: 'account-2' })).toEqual([
      'by-member',
      'org-player',
      'organization',
    ])
    expect(await idsOf({ orgId: 'org-1', playerId: 'player-1' })).toEqual(['org-player'])
    expect(await idsOf({ accountId: 'account-2' })).toEqual(['foreign'])
  })

  test.each([
    { search: 'MIR', found: ['name'] },
    { search: 'kEEper', found: ['tagline'] },
    { search: 'TAG', found: ['tagline'] },
    { search: 'ÉLOÏSE', found: ['unicode'] },
    { search: '.*', found: [] },
    { search: '(', found: ['special'] },
    { search: '', found: ['name', 'special', 'tagline', 'unicode'] },
  ])('a search for "$search" looks for it in name, tagline and id, whatever the case', async (given) => {
    const { characters } = await make()
    await characters.insert(aCharacter({ id: 'name', name: 'Mira' }))
    await characters.insert(aCharacter({ id: 'special', name: 'Bob (the [old] one)' }))
    await characters.insert(aCharacter({ id: 'tagline', name: 'Otto', tagline: 'Keeper of the keys' }))
    await characters.insert(aCharacter({ id: 'unicode', name: 'Éloïse' }))
    const { characters: found, total } = await characters.list(query({ search: given.search }))
    expect({ ids: found.map(({ id }) => id), total }).toEqual({ ids: given.found, total: given.found.length })
  })

  test('updates at once lose nothing of each other', async () => {
    const store = await make()
    const { characters } = store
    await characters.insert(aCharacter({ llm_max_tokens: 0 }))
    const increment = () =>
      updateRecord(store, { kind: 'characters', id: 'character-1' }, (current) => ({
        ...current,
        llm_max_tokens: current.llm_max_tokens + 1,
      }))
    await Promise.all(Array.from({ length: 50 }, increment))
    expect(await characters.find('character-1')).toEqual(aCharacter({ llm_max_tokens: 50 }))
  })

  test('an update returns the changed character, or undefined when there is none', async () => {
    const store = await make()
    const { characters } = store
    await characters.insert(aCharacter())
    const renamed = aCharacter({ name: 'Mirabel', updated_at: at(9) })
    expect(await updateRecord(store, { kind: 'characters', id: 'character-1' }, () => renamed)).toEqual(
      renamed,
    )
    expect((await characters.list(query())).characters).toEqual([renamed])
    expect(
      await updateRecord(store, { kind: 'characters', id: 'character-2' }, () => renamed),
    ).toBeUndefined()
  })

  test('an update that throws changes nothing', async () => {
    const store = await make()
    const { characters } = store
    await characters.insert(aCharacter())
    const refuse = () => {
      throw new Error('refused')
    }
    await expect(updateRecord(store, { kind: 'characters', id: 'character-1' }, refuse)).rejects.toThrow(
      'refused',
    )
    expect(await characters.find('character-1')).toEqual(aCharacter())
  })

  test('a removed character takes its conversations and messages along, and no others', async () => {
    const { characters, conversations } = await make()
    await characters.insert(aCharacter())
    await characters.insert(aCharacter({ id: 'character-2' }))
    await conversations.findOrCreate(aConversation())
    await conversations.findOrCreate(aConversation({ id: 'kept', characterId: 'character-2' }))
    await conversations.append('conversation-1', aMessage())
    const kept = await conversations.append('kept', aMessage())

    expect(await characters.remove('character-1')).toBe(true)
    expect(await characters.remove('character-1')).toBe(false)
    expect(await characters.find('character-1')).toBeUndefined()
    expect(await conversations.find({ characterId: 'character-1', playerId: 'player-1' })).toBeUndefined()
    const page = { limit: 10, skip: 0 }
    expect(await conversations.listMessages({ conversationId: 'conversation-1', ...page })).toEqual({
      messages: [],
      total: 0,
    })
    expect(await conversations.listMessages({ conversationId: 'kept', ...page })).toEqual({
      messages: [kept],
      total: 1,
    })
    expect((await characters.list(query())).characters).toEqual([aCharacter({ id: 'character-2' })])
  })
}

function describeConversations(make: () => Promise<Store>): void {
  const withCharacter = async () => {
    const store = await make()
    await store.characters.insert(aCharacter())
    return store
  }

  test('a pair has one conversation, even when it is opened twice at once', async () => {
    const { conversations } = await withCharacter()
    const candidates = [aConversation(), aConversation({ id: 'conversation-2', apiKeyId: 'key-1' })]
    const opened = await Promise.all(candidates.map((candidate) => conversations.findOrCreate(candidate)))
    expect(opened).toEqual([aConversation(), aConversation()])
    expect(await conversations.find({ characterId: 'character-1', playerId: 'player-1' })).toEqual(
      aConversation(),
    )
    expect(await conversations.find({ characterId: 'character-1', playerId: 'player-2' })).toBeUndefined()
  })

  test('no conversation is opened with a character that is gone', async () => {
    const { characters, conversations } = await withCharacter()
    await characters.remove('character-1')
    await expect(conversations.findOrCreate(aConversation())).rejects.toMatchObject({ kind: 'not_found' })
  })

  test('pairs whose ids run together alike stay apart', async () => {
    const { characters, conversations } = await make()
    await characters.insert(aCharacter({ id: 'a' }))
    await characters.insert(aCharacter({ id: 'ab' }))
    const first = aConversation({ id: '1', characterId: 'a', playerId: 'bc' })
    const second = aConversation({ id: '2', characterId: 'ab', playerId: 'c' })
    expect(await conversations.findOrCreate(first)).toEqual(first)
    expect(await conversations.findOrCreate(second)).toEqual(second)
  })

  test.each<{ by: ConversationQuery['sortBy']; asc: string[]; desc: string[] }>([
    { by: 'last_activity', asc: ['d', 'a', 'b', 'c'], desc: ['b', 'c', 'a', 'd'] },
    { by: 'created_at', asc: ['b', 'c', 'a', 'd'], desc: ['d', 'a', 'b', 'c'] },
    { by: 'message_count', asc: ['d', 'a', 'b', 'c'], desc: ['c', 'a', 'b', 'd'] },
    { by: 'player_id', asc: ['c', 'b', 'd', 'a'], desc: ['a', 'd', 'b', 'c'] },
  ])('conversations are sorted by $by either way, ties by id', async ({ by, asc, desc }) => {
    const { conversations } = await withCharacter()
    await conversations.findOrCreate(aConversation({ id: 'd', playerId: 'p3', createdAt: at(9) }))
    await conversations.findOrCreate(aConversation({ id: 'b', playerId: 'p2', createdAt: at(1) }))
    await conversations.findOrCreate(aConversation({ id: 'c', playerId: 'p1', createdAt: at(1) }))
    await conversations.findOrCreate(aConversation({ id: 'a', playerId: 'p4', createdAt: at(2) }))
    await conversations.append('b', aMessage({ timestamp: at(30) }))
    await conversations.append('c', aMessage({ timestamp: at(20) }))
    await conversations.append('c', aMessage({ timestamp: at(30) }))
    await conversations.append('a', aMessage({ timestamp: at(15) }))
    const idsOf = async (sortOrder: 'asc' | 'desc') =>
      (await conversations.list(conversationQuery({ sortBy: by, sortOrder }))).conversations.map(
        ({ id }) => id,
      )
    expect(await idsOf('asc')).toEqual(asc)
    expect(await idsOf('desc')).toEqual(desc)
  })

  test('a list of conversations is filtered by player and message count, then paged', async () => {
    const { characters, conversations } = await withCharacter()
    await characters.insert(aCharacter({ id: 'character-2' }))
    for (const playerId of ['Anna', 'Hannah', 'Bob']) {
      await conversations.findOrCreate(aConversation({ id: playerId, playerId }))
      await conversations.append(playerId, aMessage({ timestamp: at(playerId.length) }))
    }
    await conversations.append('Hannah', aMessage({ timestamp: at(10) }))
    await conversations.findOrCreate(
      aConversation({ id: 'other', characterId: 'character-2', playerId: 'Anna' }),
    )
    const idsOf = async (given: Partial<ConversationQuery>) => {
      const found = await conversations.list(conversationQuery(given))
      return { ids: found.conversations.map(({ id }) => id), total: found.total }
    }
    expect(await idsOf({})).toEqual({ ids: ['Hannah', 'Anna', 'Bob'], total: 3 })
    expect(await idsOf({ playerSearch: 'aNN' })).toEqual({ ids: ['Hannah', 'Anna'], total: 2 })
    expect(await idsOf({ minMessages: 2 })).toEqual({ ids: ['Hannah'], total: 1 })
    expect(await idsOf({ limit: 1, offset: 1 })).toEqual({ ids: ['Anna'], total: 3 })
    expect(await idsOf({ offset: 3 })).toEqual({ ids: [], total: 3 })
    expect(await idsOf({ characterId: 'nobody' })).toEqual({ ids: [], total: 0 })
  })

  test('the statistics of a character count its conversations and messages', async () => {
    const { conversations } = await withCharacter()
    const none = { totalConversations: 0, totalMessages: 0, firstActivity: null, lastActivity: null }
    expect(await conversations.stats('character-1')).toEqual(none)
    await conversations.findOrCreate(aConversation({ createdAt: at(3) }))
    await conversations.findOrCreate(
      aConversation({ id: 'conversation-2', playerId: 'player-2', createdAt: at(2) }),
    )
    expect(await conversations.stats('character-1')).toEqual({
      ...none,
      totalConversations: 2,
      firstActivity: at(2),
    })
    await conversations.append('conversation-2', aMessage({ timestamp: at(8) }))
    await conversations.append('conversation-1', aMessage({ timestamp: at(7) }))
    expect(await conversations.stats('character-1')).toEqual({
      totalConversations: 2,
      totalMessages: 2,
      firstActivity: at(2),
      lastActivity: at(8),
    })
  })

  test('a removed conversation takes its messages along, and the pair may start anew', async () => {
    const { conversations } = await withCharacter()
    const pair = { characterId: 'character-1', playerId: 'player-1' }
    await conversations.findOrCreate(aConversation())
    await conversations.append('conversation-1', aMessage())
    expect(await conversations.remove(pair)).toBe(true)
    expect(await conversations.remove(pair)).toBe(false)
    expect(await conversations.find(pair)).toBeUndefined()
    const fresh = aConversation({ id: 'conversation-2' })
    expect(await conversations.findOrCreate(fresh)).toEqual(fresh)
    expect(await conversations.listMessages({ conversationId: 'conversation-1', limit: 9, skip: 0 })).toEqual(
      {
        messages: [],
        total: 0,
      },
    )
  })
}

function describeMessages(make: () => Promise<Store>): void {
  const withConversation = async () => {
    const store = await make()
    await store.characters.insert(aCharacter())
    await store.conversations.findOrCreate(aConversation())
    return store
  }

  test('a message is revised in its place, or removed and no longer counted', async () => {
    const { conversations } = await withConversation()
    const pair = { characterId: 'character-1', playerId: 'player-1' }
    const [first, second] = [
      await conversations.append('conversation-1', aMessage({ content: 'One two three' })),
      await conversations.append('conversation-1', aMessage({ content: 'Four' })),
    ]
    const said = async () =>
      (await conversations.listRemembered('conversation-1', 9)).map(({ id, content }) => [id, content])
    await conversations.updateContent(first?.id ?? 0, 'One')
    expect(await said()).toEqual([
      [first?.id, 'One'],
      [second?.id, 'Four'],
    ])
    expect(await conversations.find(pair)).toMatchObject({ messageCount: 2 })
    await conversations.updateContent(first?.id ?? 0, undefined)
    await conversations.updateContent(12_345, undefined)
    expect(await said()).toEqual([[second?.id, 'Four']])
    expect(await conversations.find(pair)).toMatchObject({ messageCount: 1 })
  })

  test('a message gets the next id and moves its conversation on', async () => {
    const { conversations } = await withConversation()
    const first = await conversations.append('conversation-1', aMessage({ timestamp: at(4) }))
    const second = await conversations.append(
      'conversation-1',
      aMessage({ role: 'assistant', timestamp: at(5) }),
    )
    expect([first, second]).toEqual([
      { id: 1, conversationId: 'conversation-1', ...aMessage({ timestamp: at(4) }) },
      { id: 2, conversationId: 'conversation-1', ...aMessage({ role: 'assistant', timestamp: at(5) }) },
    ])
    expect(await conversations.find({ characterId: 'character-1', playerId: 'player-1' })).toEqual(
      aConversation({ messageCount: 2, lastActivity: at(5), countedUpTo: 2 }),
    )
  })

  test('a message for a conversation that is gone is not stored', async () => {
    const { conversations } = await withConversation()
    expect(await conversations.append('conversation-2', aMessage())).toBeUndefined()
  })

  test('the id of a message is never given again', async () => {
    const { conversations } = await withConversation()
    await conversations.append('conversation-1', aMessage())
    const last = await conversations.append('conversation-1', aMessage())
    await conversations.remove({ characterId: 'character-1', playerId: 'player-1' })
    await conversations.findOrCreate(aConversation())
    const next = await conversations.append('conversation-1', aMessage())
    expect(next?.id).toBe((last?.id ?? 0) + 1)
  })

  test('messages come in order of time, paged from the newest backwards', async () => {
    const { conversations } = await withConversation()
    for (let count = 1; count <= 5; count += 1) await conversations.append('conversation-1', aMessage())
    const idsOf = async (limit: number, skip: number) => {
      const page = await conversations.listMessages({ conversationId: 'conversation-1', limit, skip })
      return { ids: page.messages.map(({ id }) => id), total: page.total }
    }
    expect(await idsOf(2, 0)).toEqual({ ids: [4, 5], total: 5 })
    expect(await idsOf(2, 2)).toEqual({ ids: [2, 3], total: 5 })
    expect(await idsOf(2, 4)).toEqual({ ids: [1], total: 5 })
    expect(await idsOf(2, 6)).toEqual({ ids: [], total: 5 })
    expect(await idsOf(100, 0)).toEqual({ ids: [1, 2, 3, 4, 5], total: 5 })
  })
}

function describeReset(make: () => Promise<Store>): void {
  test('a restored checkpoint brings every record back as it was, and the next ids too', async () => {
    const store = await make()
    const { accounts, keys, characters, conversations } = store
    await accounts.ensure(anAccount())
    await keys.insert(aKey())
    await characters.insert(aCharacter())
    await conversations.findOrCreate(aConversation())
    await conversations.append('conversation-1', aMessage())
    const start = store.checkpoint()

    await conversations.append('conversation-1', aMessage())
    await characters.remove('character-1')
    await characters.insert(aCharacter({ id: 'character-2' }))
    keys.recordUse('key-1', at(90))
    await keys.remove({ id: 'key-1', accountId: 'account-1' })
    await store.restore(start)

    expect(await characters.list(query())).toEqual({ characters: [aCharacter()], total: 1 })
    expect(await keys.findByHash('hash-1')).toEqual(aKey())
    expect(await conversations.find({ characterId: 'character-1', playerId: 'player-1' })).toEqual(
      aConversation({ messageCount: 1, lastActivity: at(0), countedUpTo: 1 }),
    )
    expect((await conversations.append('conversation-1', aMessage()))?.id).toBe(2)
  })

  test('a restored checkpoint brings the files of its records back', async () => {
    const store = await make()
    const picture = await store.files.put(bytesOf('pixels'), { maxBytes: 100 })
    const sha256 = picture?.sha256 ?? ''
    await store.characters.insert(aCharacter({ avatar_file: { sha256, name: 'avatar.png' } }))
    picture?.release()
    const start = store.checkpoint()
    await store.characters.remove('character-1')
    await store.compactNow()
    await store.restore(start)
    expect(await textOf(await store.files.open(sha256))).toBe('pixels')
  })

  test('a checkpoint may be restored again and again', async () => {
    const store = await make()
    const start = store.checkpoint()
    for (const round of [1, 2]) {
      await store.characters.insert(aCharacter({ name: `round ${round}` }))
      await store.restore(start)
      expect(await store.characters.find('character-1')).toBeUndefined()
    }
  })
}

async function* bytesOf(text: string) {
  yield Buffer.from(text)
}

async function textOf(bytes: AsyncIterable<Uint8Array> | undefined): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes ?? []) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
