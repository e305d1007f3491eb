import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Store } from '../../../../src/store/store.js'
import { propertyRuns } from '../../../support/rounds.js'
import { hasPostgres, usePostgres, withClient } from '../../../support/stores/postgres-server.js'
import { asMember, openTestStore, temporaryFolder } from '../../../support/stores/store-folder.js'
import { createStoreModel } from '../../../support/stores/store-model.js'
import { type Operation, operation, perform, portsOf } from '../../../support/stores/store-model-battery.js'
import { stateOf } from '../../../support/stores/store-state.js'

type Batch = { readonly first: readonly Operation[]; readonly second: readonly Operation[] }

/** Both stores perform theirs at the same time. */
const batch: fc.Arbitrary<Batch> = fc.record({
  first: fc.array(operation, { minLength: 1, maxLength: 3 }),
  second: fc.array(operation, { minLength: 1, maxLength: 3 }),
})
const incident = fc.constantFrom('break connections', 'replace the first', 'replace the second')
const history = fc.array(fc.record({ batch, incident: fc.option(incident, { freq: 3, nil: undefined }) }), {
  minLength: 3,
  maxLength: 12,
})

type Owned = { readonly of: keyof Batch; readonly operation: Operation; readonly at: number }

/** All orders of both lists in which each keeps its own. */
function orders(first: readonly Owned[], second: readonly Owned[]): Owned[][] {
  const [a, ...restOfFirst] = first
  const [b, ...restOfSecond] = second
  if (a === undefined || b === undefined) return [[...first, ...second]]
  return [
    ...orders(restOfFirst, second).map((rest) => [a, ...rest]),
    ...orders(first, restOfSecond).map((rest) => [b, ...rest]),
  ]
}

type Outcome = { readonly results: readonly unknown[]; readonly state: unknown }
type Model = ReturnType<typeof createStoreModel>

/** What a plain model remembers after the order in which it gives the outcome; fails when there is none. */
async function stateThatExplains(model: Model, all: readonly Owned[], outcome: Outcome) {
  const before = model.snapshot()
  const possible: Outcome[] = []
  const of = (store: keyof Batch) => all.filter((one) => one.of === store)
  for (const order of orders(of('first'), of('second'))) {
    model.restore(before)
    const results: unknown[] = []
    for (const one of order) results[one.at] = await perform(model, one.operation)
    possible.push({ results, state: model.state() })
    if (isEqual(possible.at(-1), outcome)) return model.snapshot()
  }
  expect(possible, 'the outcome is that of one of these orders').toContainEqual(outcome)
  return before
}

const numbered = ({ first, second }: Batch): Owned[] =>
  [
    ...first.map((operation) => ({ of: 'first' as const, operation })),
    ...second.map((operation) => ({ of: 'second' as const, operation })),
  ].map((one, at) => ({ ...one, at }))

describe.runIf(hasPostgres)('on PostgreSQL', { tags: 'rounds' }, () => {
  const postgres = usePostgres()

  const openTwo = async () => {
    const [folder, database] = [await temporaryFolder(), await postgres.database()]
    const open = () => openTestStore(folder, { database: asMember(database) })
    const stores = { first: await open(), second: await open() }
    const replace = async (which: keyof Batch) => {
      await stores[which].close()
      stores[which] = await open()
    }
    return { database, stores, replace }
  }
  const breakConnections = (database: string) =>
    withClient(database, (client) =>
      client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'parley' and datname = current_database()`,
      ),
    )
  const refreshed = async (store: Store) => {
    await store.leadership?.confirm()
    return stateOf(store)
  }

  test('two stores that write at the same time come out as if they had taken turns', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const { database, stores, replace } = await openTwo()
        const model = createStoreModel()
        for (const { batch, incident } of steps) {
          const all = numbered(batch)
          const performed = Promise.all(
            all.map(({ of, operation }) => perform(portsOf(stores[of]), operation)),
          )
          if (incident === 'break connections') await breakConnections(database)
          const results = await performed
          const [state, other] = await Promise.all([refreshed(stores.first), refreshed(stores.second)])
          expect(other).toEqual(state)
          model.restore(await stateThatExplains(model, all, { results, state }))
          if (incident === 'replace the first') await replace('first')
          if (incident === 'replace the second') await replace('second')
        }
        await Promise.all([stores.first.close(), stores.second.close()])
      }),
      { numRuns: propertyRuns(60) },
    )
  })
})

function isEqual(a: unknown, b: unknown): boolean {
  try {
    expect(a).toEqual(b)
    return true
  } catch {
    return false
  }
}
