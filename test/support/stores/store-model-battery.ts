import fc from 'fast-check'
import { expect } from 'vitest'
import { updateRecord } from '../../../src/domain/unit-of-work.js'
import type { Store } from '../../../src/store/store.js'
import type { openDisturbedStore } from './disturbed-store.js'
import { createStoreModel } from './store-model.js'
import { aCharacter, aConversation, aKey, aMessage, anAccount, at } from './store-records.js'
import { stateOf } from './store-state.js'

/** Few ids, so that operations meet. */
const some = fc.integer({ min: 0, max: 3 })
export const operation = fc.oneof(
  fc.record({ do: fc.constant('ensure account'), n: some }),
  fc.record({ do: fc.constant('insert key'), n: some }),
  fc.record({ do: fc.constant('remove key'), n: some }),
  fc.record({ do: fc.constant('insert character'), n: some }),
  fc.record({ do: fc.constant('update character'), n: some, text: fc.string({ unit: 'binary' }) }),
  fc.record({ do: fc.constant('remove character'), n: some }),
  fc.record({ do: fc.constant('open conversation'), n: some, player: some }),
  fc.record({ do: fc.constant('remove conversation'), n: some, player: some }),
  fc.record({ do: fc.constant('append'), n: some, player: some, text: fc.string({ unit: 'binary' }) }),
)
export type Operation = {
  readonly do: string
  readonly n: number
  readonly player?: number
  readonly text?: string
}

/** All operations of one batch are made at once. */
const batch = fc.array(operation, { minLength: 1, maxLength: 6 })
const event = fc.constantFrom(
  'reopen',
  'crash',
  'compact',
  'compact in the background',
  'checkpoint',
  'restore',
)
const history = fc.array(fc.oneof({ weight: 3, arbitrary: batch }, { weight: 1, arbitrary: event }), {
  minLength: 5,
  maxLength: 40,
})

const idOf = ({ n, player = 0 }: Operation) => `conversation ${n} ${player}`
const pairOf = ({ n, player = 0 }: Operation) => ({
  characterId: `character ${n}`,
  playerId: `player ${player}`,
})

type Ports = Pick<Store, 'accounts' | 'keys' | 'characters' | 'conversations'> &
  Pick<ReturnType<typeof createStoreModel>, 'updateCharacter'>

export const portsOf = (store: Store): Ports => ({
  ...store,
  updateCharacter: (id, change) => updateRecord(store, { kind: 'characters', id }, change),
})

/** The same call on the store and on the model; what it throws is a result, too. */
export async function perform(ports: Ports, given: Operation) {
  const { accounts, keys, characters, conversations, updateCharacter } = ports
  const { n, text = '' } = given
  const calls: Record<string, () => Promise<unknown>> = {
    'ensure account': () =>
      accounts.ensure(anAccount({ id: `account ${n}`, email: `${n % 2}@parley.local` })),
    'insert key': () => keys.insert(aKey({ id: `key ${n}`, hash: `hash ${n}`, createdAt: at(n) })),
    'remove key': () => keys.remove({ id: `key ${n}`, accountId: n === 3 ? 'account-2' : 'account-1' }),
    'insert character': () => characters.insert(aCharacter({ id: `character ${n}` })),
    'update character': () =>
      updateCharacter(`character ${n}`, (current) => ({
        ...current,
        name: text,
      })),
    'remove character': () => characters.remove(`character ${n}`),
    'open conversation': () =>
      conversations.findOrCreate(aConversation({ id: idOf(given), ...pairOf(given) })),
    'remove conversation': () => conversations.remove(pairOf(given)),
    append: () => conversations.append(idOf(given), aMessage({ content: text, timestamp: at(text.length) })),
  }
  try {
    return await calls[given.do]?.()
  } catch (error) {
    return String(error)
  }
}

type DisturbedStore = Pick<Awaited<ReturnType<typeof openDisturbedStore>>, 'store' | 'incidents'>

/** Whatever happens, a store remembers what a plain model does. */
export async function expectSameAsModel(open: () => Promise<DisturbedStore>, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const { store, incidents } = await open()
      const model = createStoreModel()
      let kept = { store: store().checkpoint(), model: model.snapshot() }

      const events: Record<string, () => Promise<void>> = {
        ...incidents,
        async checkpoint() {
          kept = { store: store().checkpoint(), model: model.snapshot() }
        },
        async restore() {
          model.restore(kept.model)
          await store().restore(kept.store)
        },
      }
      for (const step of steps) {
        if (typeof step === 'string') await events[step]?.()
        else {
          const expected = await Promise.all(step.map((one) => perform(model, one)))
          expect(await Promise.all(step.map((one) => perform(portsOf(store()), one)))).toEqual(expected)
        }
        expect(stateOf(store())).toEqual(model.state())
      }
      await incidents.reopen()
      expect(stateOf(store())).toEqual(model.state())
      await store().close()
    }),
    { numRuns },
  )
}
