import { expect, onTestFinished, test } from 'vitest'
import { createClock } from '../../../src/runtime/process/clock.js'

const START = new Date('2030-01-01T00:00:00.000Z')
const at = (seconds: number) => new Date(START.getTime() + seconds * 1000)

function givenFrozenClock() {
  const failures: unknown[] = []
  const clock = createClock({ startAt: START, frozen: true, onFailure: (error) => failures.push(error) })
  onTestFinished(clock.stop)
  return { clock, failures }
}

test('a frozen clock stands until it is moved', async () => {
  const { clock } = givenFrozenClock()
  expect(clock.now()).toEqual(START)
  await clock.adjust({ advance: 5000 })
  expect(clock.now()).toEqual(at(5))
  expect(clock.isFrozen()).toBe(true)
})

test('a jump runs what falls due in order, each at its own time, and waits for it', async () => {
  const { clock } = givenFrozenClock()
  const ran: [string, string][] = []
  const note = (name: string) => async () => {
    await Promise.resolve()
    ran.push([name, clock.now().toISOString()])
  }
  clock.schedule(at(30), note('late'))
  clock.schedule(at(10), note('early'))
  clock.schedule(at(10), note('early too'))
  clock.schedule(at(61), note('not yet'))

  await clock.adjust({ advance: 60_000 })

  expect(ran).toEqual([
    ['early', at(10).toISOString()],
    ['early too', at(10).toISOString()],
    ['late', at(30).toISOString()],
  ])
  expect(clock.now()).toEqual(at(60))
})

test('what a due call schedules inside the jump runs in the same jump', async () => {
  const { clock } = givenFrozenClock()
  const ran: string[] = []
  clock.schedule(at(10), () => {
    clock.schedule(at(20), () => {
      ran.push(clock.now().toISOString())
    })
  })
  await clock.adjust({ advance: 60_000 })
  expect(ran).toEqual([at(20).toISOString()])
})

test('what was taken back does not run', async () => {
  const { clock } = givenFrozenClock()
  const ran: string[] = []
  const cancel = clock.schedule(at(1), () => {
    ran.push('ran')
  })
  cancel()
  await clock.adjust({ advance: 2000 })
  expect(ran).toEqual([])
})

test('going back runs nothing and later due dates stay', async () => {
  const { clock } = givenFrozenClock()
  const ran: string[] = []
  clock.schedule(at(10), () => {
    ran.push('ran')
  })
  await clock.adjust({ set: at(-3600) })
  expect(ran).toEqual([])
  expect(clock.now()).toEqual(at(-3600))
  await clock.adjust({ set: at(10) })
  expect(ran).toEqual(['ran'])
})

test('a due call that fails is reported and the rest still runs', async () => {
  const { clock, failures } = givenFrozenClock()
  const ran: string[] = []
  clock.schedule(at(1), () => Promise.reject(new Error('broken')))
  clock.schedule(at(2), () => {
    ran.push('ran')
  })
  await clock.adjust({ advance: 3000 })
  expect(ran).toEqual(['ran'])
  expect(failures).toEqual([new Error('broken')])
})

test('set and advance do not freeze a running clock', async () => {
  const clock = createClock({ onFailure: () => undefined })
  onTestFinished(clock.stop)
  await clock.adjust({ set: START, advance: 1000 })
  expect(clock.isFrozen()).toBe(false)
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(at(1).getTime())
})

test('a running clock calls what falls due by itself', async () => {
  const clock = createClock({ startAt: START, onFailure: () => undefined })
  onTestFinished(clock.stop)
  const due = new Promise<Date>((resolve) => {
    clock.schedule(new Date(clock.now().getTime() + 20), () => resolve(clock.now()))
  })
  expect((await due).getTime()).toBeGreaterThanOrEqual(at(0).getTime() + 20)
})

test('a released clock goes on from where it stood, and restart takes it back to its beginning', async () => {
  const { clock } = givenFrozenClock()
  await clock.adjust({ set: at(100), frozen: false })
  expect(clock.isFrozen()).toBe(false)
  expect(clock.now().getTime()).toBeGreaterThanOrEqual(at(100).getTime())
  clock.restart()
  expect(clock.now()).toEqual(START)
  expect(clock.isFrozen()).toBe(true)
})
