import { expect, test } from 'vitest'
import { insertEncounter } from '../../../src/domain/encounters/insert-encounter.js'
import { createLiveEncounters } from '../../../src/domain/encounters/live-encounters.js'
import { createConditionVariable } from '../../support/condition-variable.js'
import { givenEncounters, own } from '../../support/sessions/encounters.js'
import { anEncounter } from '../../support/stores/store-records.js'

/** Encounters that the server under test does not run, of the same records. */
async function givenElsewhere() {
  const answers: ((text: string) => void)[] = []
  const { until, wake } = createConditionVariable()
  const running = await givenEncounters({
    say: () =>
      new Promise((resolve) => {
        answers.push(resolve)
        wake()
      }),
  })
  const heard: unknown[] = []
  const subscribe = (more: Partial<Parameters<typeof createLiveEncounters>[0]> = {}) =>
    createLiveEncounters({ ...running.deps, ...more }).subscribe(own, 'encounter-1', ({ payload }) => {
      heard.push(payload)
      wake()
    })
  return {
    ...{ ...running, heard, subscribe },
    speak: async (turn: number) => {
      await until(() => answers.length > turn)
      answers[turn]?.(`Line ${turn}.`)
    },
    untilHeard: (count: number) => until(() => heard.length >= count),
  }
}

const lineOf = (turnIndex: number) => expect.objectContaining({ turnIndex, text: `Line ${turnIndex}.` })

test('an encounter that another server runs is heard from its beginning to its end', async () => {
  const { begin, speak, subscribe, untilHeard, heard } = await givenElsewhere()
  await begin({ maxTurns: 2 })
  await speak(0)
  await subscribe()
  await untilHeard(1)
  await speak(1)
  await untilHeard(3)
  expect(heard).toEqual([
    lineOf(0),
    lineOf(1),
    { encounterId: 'encounter-1', reason: 'max_turns_reached', turnsEmitted: 2 },
  ])
})

test('whoever unsubscribes hears no more of it', async () => {
  const { begin, speak, subscribe, untilHeard, heard, live } = await givenElsewhere()
  await begin({ maxTurns: 4 })
  const unsubscribe = await subscribe()
  await speak(0)
  await untilHeard(1)
  unsubscribe()
  await live.stop()
  expect(heard).toEqual([lineOf(0)])
})

test('one that is removed with its character is cancelled', async () => {
  const { begin, speak, subscribe, untilHeard, heard, store } = await givenElsewhere()
  await begin({ maxTurns: 4 })
  await subscribe()
  await speak(0)
  await untilHeard(1)
  await store.characters.remove('bram')
  await untilHeard(2)
  expect(heard.at(-1)).toEqual({ encounterId: 'encounter-1', reason: 'cancelled', turnsEmitted: 1 })
})

test('one that is not known here yet is looked for once all is known that others have stored', async () => {
  const { store, subscribe, untilHeard, heard } = await givenElsewhere()
  const record = anEncounter({ reason: 'error', endedAt: '2030-01-02T09:00:00.000Z' })
  const confirm = async () => {
    await insertEncounter(store, record, { maxRunning: 1, maxEnded: 1, endedSince: record.createdAt })
  }
  await subscribe({ leadership: { confirm } })
  await untilHeard(1)
  expect(heard).toEqual([{ encounterId: 'encounter-1', reason: 'error', turnsEmitted: 0 }])
})
