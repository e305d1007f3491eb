import { expect, test } from 'vitest'
import type { QuotaRequest, QuotaReservation } from '../../../src/domain/limits/ports.js'
import type { Store } from '../../../src/store/store.js'
import { aBucket, aConsumption, noonPlus, summarizeOutcome } from './rate-limit-records.js'

const TO_MIDNIGHT = 12 * 3600

export function describeQuotas(make: () => Promise<Store>): void {
  const start = async () => {
    const store = await make()
    const take = (seconds: number, ...takes: QuotaRequest[]) => store.quotas.consume(noonPlus(seconds), takes)
    return {
      ...store,
      take,
      said: async (seconds: number, ...takes: QuotaRequest[]) =>
        summarizeOutcome(await take(seconds, ...takes)),
      reserve: async (seconds: number, ...takes: QuotaRequest[]): Promise<QuotaReservation> => {
        const outcome = await take(seconds, ...takes)
        if ('refusal' in outcome) throw new Error('there was no room')
        return outcome.reservation
      },
      held: () => store.checkpoint().get('takes')?.records.size,
    }
  }
  describeWindows(start)
  describeReservations(start)
  describeForgetting(start)
}

type Start = () => Promise<
  Store & {
    take(seconds: number, ...takes: QuotaRequest[]): ReturnType<Store['quotas']['consume']>
    said(seconds: number, ...takes: QuotaRequest[]): Promise<string>
    reserve(seconds: number, ...takes: QuotaRequest[]): Promise<QuotaReservation>
    /** How many takes are stored. */
    held(): number | undefined
  }
>

function describeWindows(start: Start): void {
  test('a window slides: each take makes room again when it is exactly that old', async () => {
    const { said } = await start()
    expect(await said(0, aConsumption())).toBe('taken')
    expect(await said(10.5, aConsumption())).toBe('taken')
    expect(await said(20, aConsumption())).toBe('min had 0, room at 60')
    expect(await said(59.999, aConsumption())).toBe('min had 0, room at 60')
    expect(await said(60, aConsumption())).toBe('taken')
    expect(await said(60, aConsumption())).toBe('min had 0, room at 70.5')
  })

  test('what is refused does not count', async () => {
    const { said } = await start()
    const three = aConsumption({ buckets: [aBucket({ limit: 3 })] })
    expect(await said(0, three)).toBe('taken')
    expect(await said(1, { ...three, amount: 3 })).toBe('min had 2, room at 60')
    expect(await said(2, { ...three, amount: 2 })).toBe('taken')
    for (let second = 3; second < 60; second += 1) {
      expect(await said(second, three)).toBe('min had 0, room at 60')
    }
    expect(await said(60, three)).toBe('taken')
  })

  test('an amount needs room for all of it, and waits for as many takes as that needs', async () => {
    const { said } = await start()
    const of = (amount: number) => aConsumption({ amount, buckets: [aBucket({ limit: 5 })] })
    expect(await said(0, of(1))).toBe('taken')
    expect(await said(1, of(2))).toBe('taken')
    expect(await said(2, of(2))).toBe('taken')
    expect(await said(3, of(1))).toBe('min had 0, room at 60')
    expect(await said(3, of(3))).toBe('min had 0, room at 61')
    expect(await said(3, of(4))).toBe('min had 0, room at 62')
    expect(await said(60, of(2))).toBe('min had 1, room at 61')
  })

  test('an amount over the limit is refused until the window is empty, and then too', async () => {
    const { said } = await start()
    expect(await said(0, aConsumption({ amount: 3 }))).toBe('min had 2, room at 60')
    expect(await said(5, aConsumption())).toBe('taken')
    expect(await said(6, aConsumption({ amount: 3 }))).toBe('min had 1, room at 65')
  })

  test('an amount of 0 takes nothing and is never refused', async () => {
    const { said, held } = await start()
    expect(await said(0, aConsumption({ amount: 2 }))).toBe('taken')
    expect(await said(0, aConsumption({ amount: 0 }))).toBe('taken')
    expect(held()).toBe(1)
  })

  test.each([-1, 0.5])('an amount of %d is a mistake of the caller', async (amount) => {
    const { take, held } = await start()
    await expect(take(0, aConsumption({ amount }))).rejects.toThrow('takes')
    expect(held()).toBe(0)
  })

  test('every bucket of a key must have room, and the one that has room last is told', async () => {
    const { said } = await start()
    const buckets = [aBucket({ limit: 2 }), aBucket({ name: 'hour', limit: 3, window: 3600 })]
    expect(await said(0, aConsumption({ buckets }))).toBe('taken')
    expect(await said(1, aConsumption({ buckets }))).toBe('taken')
    expect(await said(2, aConsumption({ buckets }))).toBe('min had 0, room at 60')
    expect(await said(60, aConsumption({ buckets }))).toBe('taken')
    expect(await said(60, aConsumption({ buckets }))).toBe('hour had 0, room at 3600')
    expect(await said(60, aConsumption({ buckets: buckets.toReversed() }))).toBe('hour had 0, room at 3600')
    expect(await said(3600, aConsumption({ buckets }))).toBe('taken')
  })

  test('a day begins at midnight UTC', async () => {
    const { said } = await start()
    const take = aConsumption({ buckets: [aBucket({ name: 'day', limit: 2, window: 'utc_day' })] })
    expect(await said(-TO_MIDNIGHT, take)).toBe('taken')
    expect(await said(TO_MIDNIGHT - 0.001, take)).toBe('taken')
    expect(await said(TO_MIDNIGHT - 0.001, take)).toBe(`day had 0, room at ${TO_MIDNIGHT}`)
    expect(await said(TO_MIDNIGHT, { ...take, amount: 2 })).toBe('taken')
    expect(await said(TO_MIDNIGHT, take)).toBe(`day had 0, room at ${TO_MIDNIGHT + 86_400}`)
  })

  test('keys do not share room', async () => {
    const { said } = await start()
    expect(await said(0, aConsumption({ amount: 2 }))).toBe('taken')
    expect(await said(0, aConsumption({ key: 'other', amount: 2 }))).toBe('taken')
    expect(await said(0, aConsumption())).toBe('min had 0, room at 60')
  })

  test('several keys are taken together or not at all', async () => {
    const { said } = await start()
    const wide = aConsumption({ key: 'wide', buckets: [aBucket({ name: 'hour', limit: 3, window: 3600 })] })
    expect(await said(0, aConsumption(), wide)).toBe('taken')
    expect(await said(1, aConsumption(), wide)).toBe('taken')
    expect(await said(2, aConsumption(), wide)).toBe('min had 0, room at 60')
    expect(await said(60, wide, aConsumption())).toBe('taken')
    expect(await said(61, aConsumption(), wide)).toBe('hour had 0, room at 3600')
    expect(await said(61, aConsumption())).toBe('taken')
  })

  test('a key that stands twice in one take is a mistake of the caller', async () => {
    const { take, held } = await start()
    await expect(take(0, aConsumption(), aConsumption())).rejects.toThrow('twice')
    expect(held()).toBe(0)
  })

  test('without a limit nothing is stored', async () => {
    const { said, held } = await start()
    const buckets = [aBucket({ limit: Number.POSITIVE_INFINITY })]
    for (let count = 0; count < 50; count += 1) expect(await said(0, aConsumption({ buckets }))).toBe('taken')
    expect(held()).toBe(0)
  })

  test('of twenty calls at once at a limit of ten exactly ten pass', async () => {
    const { said } = await start()
    const take = aConsumption({ buckets: [aBucket({ limit: 10 })] })
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => said(0, take)))
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(10)
    expect(outcomes.filter((outcome) => outcome === 'min had 0, room at 60')).toHaveLength(10)
  })
}

function describeReservations(start: Start): void {
  test('what is given back counts towards nothing', async () => {
    const { said, reserve, held } = await start()
    const wide = aConsumption({ key: 'wide', buckets: [aBucket({ name: 'hour', limit: 2, window: 3600 })] })
    const reservation = await reserve(0, aConsumption({ amount: 2 }), { ...wide, amount: 2 })
    expect(await said(1, aConsumption())).toBe('min had 0, room at 60')
    await reservation.release()
    expect(held()).toBe(0)
    expect(await said(2, aConsumption({ amount: 2 }), { ...wide, amount: 2 })).toBe('taken')
  })

  test('it is given back once only, and only its own', async () => {
    const { said, reserve } = await start()
    const reservation = await reserve(0, aConsumption())
    await reserve(0, aConsumption())
    await reservation.release()
    expect(await said(0, aConsumption())).toBe('taken')
    await Promise.all([reservation.release(), reservation.release()])
    expect(await said(0, aConsumption())).toBe('min had 0, room at 60')
  })

  test('what has left its window by itself is given back without effect', async () => {
    const { said, reserve } = await start()
    const reservation = await reserve(0, aConsumption({ amount: 2 }))
    expect(await said(60, aConsumption({ amount: 2 }))).toBe('taken')
    await reservation.release()
    expect(await said(60, aConsumption())).toBe('min had 0, room at 120')
  })

  test('a reservation from before a reset gives nothing back of what was taken after it', async () => {
    const { said, reserve, checkpoint, restore } = await start()
    const beginning = checkpoint()
    const reservation = await reserve(0, aConsumption({ amount: 2 }))
    await restore(beginning)
    expect(await said(0, aConsumption({ amount: 2 }))).toBe('taken')
    await reservation.release()
    expect(await said(0, aConsumption())).toBe('min had 0, room at 60')
  })
}

function describeForgetting(start: Start): void {
  test('what was taken later than a clock that was set back is forgotten', async () => {
    const { said } = await start()
    expect(await said(1000, aConsumption({ amount: 2 }))).toBe('taken')
    expect(await said(0, aConsumption())).toBe('taken')
    expect(await said(1, aConsumption())).toBe('taken')
    expect(await said(2, aConsumption())).toBe('min had 0, room at 60')
    expect(await said(1000, aConsumption({ amount: 2 }))).toBe('taken')
  })

  test('it is forgotten by a refused call, too, so that the time it told stays exact', async () => {
    const { said } = await start()
    const take = aConsumption({ buckets: [aBucket({ limit: 3 })] })
    expect(await said(0, { ...take, amount: 2 })).toBe('taken')
    expect(await said(30, take)).toBe('taken')
    expect(await said(20, { ...take, amount: 3 })).toBe('min had 1, room at 60')
    expect(await said(60, { ...take, amount: 3 })).toBe('taken')
  })

  test('a day that the clock comes to again begins anew', async () => {
    const { said } = await start()
    const take = aConsumption({ amount: 2, buckets: [aBucket({ name: 'day', window: 'utc_day' })] })
    expect(await said(0, take)).toBe('taken')
    expect(await said(TO_MIDNIGHT, take)).toBe('taken')
    expect(await said(1, take)).toBe('taken')
    expect(await said(2, take)).toBe(`day had 0, room at ${TO_MIDNIGHT}`)
    expect(await said(TO_MIDNIGHT, take)).toBe('taken')
  })

  test('an hour at its limit holds no more than the limit, however long it goes on', async () => {
    const { take, held } = await start()
    for (let second = 0; second < 600; second += 1) await take(second, aConsumption())
    expect(held()).toBeLessThanOrEqual(2)
  })

  test('keys that nobody asks for again are forgotten once their windows are past', async () => {
    const { take, held } = await start()
    for (let count = 0; count < 250; count += 1) await take(0, aConsumption({ key: `share ${count}` }))
    expect(held()).toBe(250)
    for (let count = 0; count < 3; count += 1)
      await take(61 + count, aConsumption({ key: 'other', amount: 0 }))
    expect(held()).toBe(0)
  })

  test('so are keys from a time that the clock was set back from', async () => {
    const { take, held } = await start()
    for (let count = 0; count < 250; count += 1) await take(1e9, aConsumption({ key: `share ${count}` }))
    for (let count = 0; count < 3; count += 1) await take(0, aConsumption({ key: 'other', amount: 0 }))
    expect(held()).toBe(0)
  })
}
