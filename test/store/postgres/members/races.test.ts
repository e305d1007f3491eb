import { describe, expect, test } from 'vitest'
import { attachDocuments } from '../../../../src/domain/documents/add-documents.js'
import { insertEncounter } from '../../../../src/domain/encounters/insert-encounter.js'
import { startAttempt } from '../../../../src/domain/knowledge/recover-ingestion.js'
import { changeMemories } from '../../../../src/domain/memories/changes/change-memories.js'
import { insertShare } from '../../../../src/domain/shares/create.js'
import { updateRecord } from '../../../../src/domain/unit-of-work.js'
import type { Store } from '../../../../src/store/store.js'
import { aBatch, aCreation, aDocument } from '../../../support/knowledge/document-records.js'
import { hasPostgres, usePostgres } from '../../../support/stores/postgres-server.js'
import { aBucket, aConsumption, noonPlus } from '../../../support/stores/rate-limit-records.js'
import { asMember, openTestStore, temporaryFolder } from '../../../support/stores/store-folder.js'
import {
  aCharacter,
  aConversation,
  aKey,
  aMemory,
  aMessage,
  anAccount,
  anEncounter,
  anOrganization,
  aShare,
  at,
  created,
} from '../../../support/stores/store-records.js'
import { stateOf } from '../../../support/stores/store-state.js'

const pair = { characterId: 'character-1', playerId: 'player-1' }

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const postgres = usePostgres()

  /** Two stores of one database, in which `prepare` was stored. */
  const given = async (prepare: (store: Store) => Promise<unknown> = async () => undefined) => {
    const [folder, database] = [await temporaryFolder(), await postgres.database()]
    const open = () => openTestStore(folder, { database: asMember(database) })
    const [first, second] = [await open(), await open()]
    await prepare(first)
    /** The work of each number, half of it in each store, all at once; fulfilled values and reasons. */
    const race = async <T>(count: number, work: (store: Store, number: number) => Promise<T>) => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: count }, (_, number) => work(number % 2 === 0 ? first : second, number)),
      )
      const values = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
      const reasons = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected'
          ? [String((outcome.reason as { kind?: string }).kind ?? outcome.reason)]
          : [],
      )
      await Promise.all([first.leadership?.confirm(), second.leadership?.confirm()])
      expect(stateOf(first)).toEqual(stateOf(second))
      return { values, reasons }
    }
    return { first, second, race }
  }
  const withCharacter = (store: Store) => store.characters.insert(aCharacter({ id: 'character-1' }))
  const withConversation = async (store: Store) => {
    await withCharacter(store)
    await store.conversations.findOrCreate(aConversation())
  }
  const count = <T>(all: readonly T[], wanted: T) => all.filter((one) => one === wanted).length

  test('an account, and the conversation of a pair, is made once, and all get the same', async () => {
    const { race } = await given(withCharacter)
    const accounts = await race(20, ({ accounts }, n) => accounts.ensure(anAccount({ id: `account ${n}` })))
    expect(new Set(accounts.values.map(({ id }) => id)).size).toBe(1)
    const talks = await race(20, ({ conversations }, n) =>
      conversations.findOrCreate(aConversation({ id: `conversation ${n}` })),
    )
    expect([talks.values.length, new Set(talks.values.map(({ id }) => id)).size]).toEqual([20, 1])
  })

  test('messages of one conversation have numbers of their own, and all are counted', async () => {
    const { race, first } = await given(withConversation)
    const { values } = await race(60, ({ conversations }, n) =>
      conversations.append('conversation-1', aMessage({ content: `line ${n}` })),
    )
    expect(values.map((message) => message?.id ?? 0).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 60 }, (_, n) => n + 1),
    )
    expect((await first.conversations.find(pair))?.messageCount).toBe(60)
  })

  test('what is removed by two is removed by one of them', async () => {
    const { race } = await given(async (store) => {
      await withConversation(store)
      await store.keys.insert(aKey({ id: 'key-1', accountId: 'account-1' }))
      await changeMemories(store, { pair }, created(aMemory()))
    })
    const results = [
      await race(6, ({ keys }) => keys.remove({ id: 'key-1', accountId: 'account-1' })),
      await race(6, ({ memories }) => memories.erase(pair, 'memory-1')),
      await race(6, ({ conversations }) => conversations.remove(pair)),
      await race(6, ({ characters }) => characters.remove('character-1')),
    ]
    expect(results.map(({ values }) => [values.length, count<boolean>(values, true)])).toEqual(
      results.map(() => [6, 1]),
    )
  })

  test('a key that two servers ensure at their start is stored once', async () => {
    const { race, first, second } = await given()
    await race(4, ({ keys }, n) => keys.insert(aKey({ id: `key-${n}`, hash: 'the same' })))
    expect(await first.keys.list('account-1')).toHaveLength(1)
    const known = await second.keys.findByHash('the same')
    expect(await second.keys.remove({ id: known?.id ?? '', accountId: 'account-1' })).toBe(true)
    expect(await second.keys.findByHash('the same')).toBeUndefined()
  })

  test('a record with an id that is taken is refused', async () => {
    const { race } = await given()
    const organizations = await race(6, (store) => store.organizations.insert(anOrganization()))
    const characters = await race(6, (store, n) =>
      store.characters.insert(aCharacter({ id: 'character-1', name: `name ${n}` })),
    )
    expect([organizations.values.length, characters.values.length]).toEqual([1, 1])
  })

  test('caps hold: of shares, batches, documents of a character, encounters and quotas', async () => {
    const { race, first } = await given(withCharacter)
    const shares = await race(10, (store, n) =>
      insertShare(store, aShare({ id: `share-${n}`, expiresAt: null, createdAt: at(n) }), 3),
    )
    expect([shares.values.length, count(shares.reasons, 'quota')]).toEqual([3, 7])
    const batches = await race(10, (store, n) =>
      store.batches.create(
        aCreation({ batch: aBatch({ id: `b${n}` }), documents: [], maxRunningBatches: 2 }),
      ),
    )
    expect([batches.values.length, count(batches.reasons, 'quota')]).toEqual([2, 8])
    const documents = await race(16, (store, n) => {
      const document = aDocument({ id: `d${n}`, agentId: 'character-1', batchId: null, status: 'ready' })
      return attachDocuments(store, { documents: [document], sources: [] })
    })
    expect([documents.values.length, documents.reasons.length]).toEqual([10, 6])
    const room = { maxRunning: 2, maxEnded: 9, endedSince: at(0) }
    const encounters = await race(8, (store, n) => insertEncounter(store, anEncounter({ id: `e${n}` }), room))
    expect(count(encounters.values, true)).toBe(2)
    const taken = await race(20, (store) =>
      store.quotas.consume(noonPlus(1), [aConsumption({ buckets: [aBucket({ limit: 7 })] })]),
    )
    expect(taken.values.filter((outcome) => 'reservation' in outcome)).toHaveLength(7)
    expect(first.checkpoint().get('takes')?.records.size).toBe(7)
  })

  test('a reservation that is given back makes room once', async () => {
    const { race } = await given()
    const one = () => [aConsumption({ buckets: [aBucket({ limit: 4 })] })]
    const { values } = await race(8, async (store) => store.quotas.consume(noonPlus(1), one()))
    for (const outcome of values) if ('reservation' in outcome) await outcome.reservation.release()
    const again = await race(8, (store) => store.quotas.consume(noonPlus(2), one()))
    expect(again.values.filter((outcome) => 'reservation' in outcome)).toHaveLength(4)
  })

  test('changes of one record see one another, also those that take a while to decide', async () => {
    const { race, second } = await given((store) =>
      store.characters.insert(aCharacter({ id: 'character-1', llm_max_tokens: 0 })),
    )
    const key = { kind: 'characters', id: 'character-1' } as const
    await race(30, (store, n) => {
      if (n % 5 > 0) {
        return updateRecord(store, key, (current) => ({
          ...current,
          llm_max_tokens: (current.llm_max_tokens ?? 0) + 1,
        }))
      }
      return store.transact({ current: key }, async ({ current }) => {
        await undefined
        const put = { ...aCharacter(), ...current, llm_max_tokens: (current?.llm_max_tokens ?? 0) + 1 }
        return { writes: [{ kind: 'characters', put }], result: undefined }
      })
    })
    expect(await second.characters.find('character-1')).toMatchObject({ llm_max_tokens: 30 })
  })

  test('each document of the queue is claimed once', async () => {
    const documents = Array.from({ length: 8 }, (_, n) =>
      aDocument({ id: `d${n}`, position: n, url: `http://files.test/${n}`, agentId: `c${n % 2}` }),
    )
    const characters = [aCharacter({ id: 'c0' }), aCharacter({ id: 'c1' })]
    const { race } = await given((store) => store.batches.create(aCreation({ characters, documents })))
    const { values } = await race(12, ({ queue }) => queue.claim((document) => startAttempt(document, at(1))))
    const claimed = values.flatMap((document) => (document === undefined ? [] : [document.id]))
    expect(claimed.sort()).toEqual(documents.map(({ id }) => id).sort())
  })

  test('memories that are used at the same time are strengthened once by each use', async () => {
    const { race, first, second } = await given(async (store) => {
      await withConversation(store)
      await changeMemories(store, { pair }, created(aMemory()))
    })
    await race(20, ({ memories }, n) =>
      memories.recordUse({ pair, memoryIds: ['memory-1'], at: at(100 + n) }),
    )
    const found = await Promise.all([first, second].map(({ memories }) => memories.find('memory-1')))
    expect(found.map((memory) => memory?.accessCount)).toEqual([20, 20])
  })
})
