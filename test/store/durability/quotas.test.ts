import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DomainError } from '../../../src/domain/errors.js'
import type { Quota, QuotaReservation } from '../../../src/domain/limits/ports.js'
import type { QuotaUsageRecord } from '../../../src/domain/limits/record.js'
import { reserveQuota } from '../../../src/domain/limits/reserve-quota.js'
import type { Store } from '../../../src/store/store.js'
import { propertyRuns } from '../../support/rounds.js'
import { createQuotaModel } from '../../support/stores/quota-model.js'
import {
  aBucket,
  aConsumption,
  aQuota,
  noonPlus,
  summarizeOutcome,
} from '../../support/stores/rate-limit-records.js'
import { serializedDisk } from '../../support/stores/store-disk.js'
import { copyFolder, openTestStore, temporaryFolder } from '../../support/stores/store-folder.js'

const LIMITS: Readonly<Record<string, Quota>> = {
  share: aQuota({
    key: 'share',
    buckets: [aBucket({ limit: 3 }), aBucket({ name: 'hour', limit: 5, window: 3600 })],
  }),
  day: aQuota({ key: 'day', buckets: [aBucket({ name: 'day', limit: 6, window: 'utc_day' })] }),
  short: aQuota({ key: 'short', buckets: [aBucket({ name: 'short', limit: 4, window: 10 })] }),
}

const amount = fc.integer({ min: 1, max: 7 })
const claims = fc
  .dictionary(fc.constantFrom(...Object.keys(LIMITS)), amount, { minKeys: 1, maxKeys: 3 })
  .map((amounts) => Object.entries(amounts).map(([name, many]) => aQuota({ ...LIMITS[name], amount: many })))

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('take'),
      calls: fc.array(claims, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('give back'), which: fc.nat() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('move the clock'),
      by: fc.oneof(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: -5000, max: 100_000 }),
        fc.integer({ min: -86_400_000, max: 86_400_000 }),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('reopen', 'crash', 'compact', 'checkpoint', 'restore')
      .map((name) => ({ do: name })),
  },
)
type Step = { readonly do: string; readonly calls?: Quota[][]; readonly which?: number; readonly by?: number }
type Model = ReturnType<typeof createQuotaModel>

/** What the store counts, in the words of the model. */
const stateOf = (store: Store) =>
  ([...(store.checkpoint().get('takes')?.records.values() ?? [])] as unknown as QuotaUsageRecord[])
    .map(({ key, at, amount: taken }) => `${key} ${at} ${taken}`)
    .sort()

/** That the time to come back is told to the second: then there is room, a second earlier there was none. */
function checkRetry(
  model: Model,
  { now, call, error }: { now: number; call: Quota[]; error: unknown },
): void {
  const seconds = error instanceof DomainError ? (error.retryAfterSeconds ?? 0) : 0
  expect(Number.isInteger(seconds) && seconds >= 1).toBe(true)
  if (call.some((claim) => claim.buckets.some(({ limit }) => claim.amount > limit))) return
  expect(model.hasRoom(now + seconds * 1000, call)).toBe(true)
  expect(model.hasRoom(now + (seconds - 1) * 1000, call)).toBe(false)
}

type Held = { readonly reservation: QuotaReservation; readonly giveBack: () => void }

test('whatever is taken and given back, over restarts, kills, resets and any move of the clock, a plain list counts the same', {
  tags: 'rounds',
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps: Step[]) => {
      let folder = await temporaryFolder()
      const { disk, between } = serializedDisk()
      let store = await openTestStore(folder, { disk })
      const model = createQuotaModel()
      let now = noonPlus(0).getTime()
      let held: Held[] = []
      let kept = { store: store.checkpoint(), model: model.snapshot() }

      const takeOne = async (call: Quota[]) => {
        const giveBack = model.take(now, call)
        const snapshot = model.snapshot()
        try {
          const reservation = await reserveQuota(
            { quotas: store.quotas, clock: { now: () => new Date(now) } },
            call,
          )
          expect(giveBack).toBeDefined()
          if (giveBack !== undefined) held.push({ reservation, giveBack })
        } catch (error) {
          expect(error).toMatchObject({ kind: 'quota' })
          expect(giveBack).toBeUndefined()
          const before = model.snapshot()
          model.restore(snapshot)
          checkRetry(model, { now, call, error })
          model.restore(before)
        }
      }
      const restart = async (from: () => Promise<string>) => {
        const next = await from()
        await store.close()
        folder = next
        store = await openTestStore(folder, { disk })
        held = []
        kept = { store: store.checkpoint(), model: model.snapshot() }
      }
      const deeds: Record<string, (step: Step) => Promise<unknown>> = {
        take: ({ calls = [] }) => Promise.all(calls.map(takeOne)),
        async 'give back'({ which = 0 }) {
          const one = held[which % Math.max(1, held.length)]
          one?.giveBack()
          await one?.reservation.release()
        },
        async 'move the clock'({ by = 0 }) {
          now += by
        },
        reopen: () => restart(async () => folder),
        crash: () => restart(() => between(() => copyFolder(folder))),
        compact: () => store.compactNow(),
        async checkpoint() {
          kept = { store: store.checkpoint(), model: model.snapshot() }
        },
        async restore() {
          model.restore(kept.model)
          await store.restore(kept.store)
        },
      }
      for (const one of steps) {
        await deeds[one.do]?.(one)
        expect(stateOf(store)).toEqual(model.state())
      }
      await store.close()
    }),
    { numRuns: propertyRuns(150) },
  )
})

test('what was taken before a kill still counts after it', async () => {
  const folder = await temporaryFolder()
  const { disk, between } = serializedDisk()
  const store = await openTestStore(folder, { disk })
  const hour = aConsumption({ buckets: [aBucket({ name: 'hour', limit: 20, window: 3600 })] })
  for (let count = 0; count < 20; count += 1) {
    expect(summarizeOutcome(await store.quotas.consume(noonPlus(count), [hour]))).toBe('taken')
  }
  const killed = await between(() => copyFolder(folder))
  const again = await openTestStore(killed)
  expect(summarizeOutcome(await again.quotas.consume(noonPlus(30), [hour]))).toBe('hour had 0, room at 3600')
  expect(summarizeOutcome(await again.quotas.consume(noonPlus(3600), [hour]))).toBe('taken')
})
