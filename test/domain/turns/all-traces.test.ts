import { expect, test } from 'vitest'
import type { Peers } from '../../../src/domain/peers.js'
import { createAllTraces } from '../../../src/domain/turns/all-traces.js'
import { createTurnTraces } from '../../../src/domain/turns/traces.js'
import type { TurnInput } from '../../../src/domain/turns/turn.js'
import { createTurnClock } from '../../../src/domain/turns/turn-clock.js'
import { requestOf } from '../../support/sessions/given-model.js'
import { aMemory } from '../../support/stores/store-records.js'

const WHY = { way: 'question' as const, similarity: 0.5, lexical: 0.5, cosine: 0, factors: { prior: 1.5 } }

/** So many processes that ask one another; one that is silent does not answer. */
function given(count: number) {
  const silent = new Set<number>()
  const asked: string[] = []
  const answers = new Map<number, Parameters<Peers['answerWith']>[0]>()
  const others = (self: number): Peers => ({
    answerWith: (how) => void answers.set(self, how),
    ask: async (question, enough) => {
      asked.push(enough)
      return answersTo(self, question)
    },
  })
  const answersTo = (self: number, question: string) => ({
    answers: [...answers].flatMap(([id, how]) =>
      id === self || silent.has(id) ? [] : (how(question) ?? []),
    ),
    silent: [...silent].filter((id) => id !== self).length,
  })
  let now = 0
  const clock = { now: () => new Date(now) }
  const turnClock = createTurnClock({ clock, timers: { elapsed: () => now } })
  const all = Array.from({ length: count }, (_, self) => {
    const own = createTurnTraces({ clock })
    const traces = createAllTraces(own, others(self))
    const talk = (id: string, input: TurnInput, messageId = 0) => {
      now += 1000
      const pair = { characterId: 'c1', playerId: 'ada' }
      const recorder = own.begin({ id, input, pair, clock: turnClock }, new AbortController().signal)
      const memories = {
        ...requestOf().memories,
        memories: [aMemory({ id: 'm1' })],
        scores: new Map([['m1', 0.75]]),
        reasons: new Map([['m1', WHY]]),
      }
      const given = [{ kind: 'memory' as const, id: 'm1', start: 0, end: 3 }]
      const prompt = {
        request: { ...requestOf(), memories },
        sections: [],
        memoryBlock: { block: 'Tea', given },
      }
      recorder.record({ type: 'prompted', prompt, model: undefined, messageId })
      recorder.end()
    }
    return { own, traces, talk }
  })
  return {
    ...{ silent, asked },
    process: (at: number) => {
      const one = all[at]
      if (one === undefined) throw new Error(`process ${at} is not there`)
      return one
    },
  }
}
const typed = (text: string): TurnInput => ({ kind: 'typed', text })

test('the newest turns of all processes are listed, by whichever is asked', async () => {
  const { process } = given(3)
  for (let turn = 0; turn < 9; turn += 1) process(turn % 3).talk(`turn-${turn}`, typed('Hi'))
  for (const at of [0, 1, 2]) {
    const { turns, silent } = await process(at).traces.list(5)
    expect(turns.map(({ messageId }) => messageId)).toEqual([
      'turn-8',
      'turn-7',
      'turn-6',
      'turn-5',
      'turn-4',
    ])
    expect(silent).toBe(0)
  }
})

test('a turn of another process is found by all of its ids, with all that was kept of it', async () => {
  const { process } = given(2)
  process(0).talk('here', typed('Hi'))
  process(1).talk('there', typed('Tea? \u0000 \ud800'), 77)
  for (const id of ['there', '77']) {
    expect(await process(0).traces.find(id)).toEqual(process(1).own.find('there'))
    const found = await process(0).traces.findPrompt(id)
    expect(found?.prompt).toEqual(process(1).own.findPrompt('there')?.prompt)
    expect(found?.turn).toEqual({
      id: 'there',
      input: typed('Tea? \u0000 \ud800'),
      pair: { characterId: 'c1', playerId: 'ada' },
    })
  }
  expect(await process(0).traces.find('nowhere')).toBeUndefined()
})

test('the picture of a turn is empty there as here', async () => {
  const { process } = given(2)
  process(1).talk('seen', { kind: 'picture', text: 'What is this?', bytes: new Uint8Array([1, 2]) })
  const found = await process(0).traces.findPrompt('seen')
  expect(found?.turn.input).toEqual({ kind: 'picture', text: 'What is this?', bytes: new Uint8Array() })
})

test('a process that does not answer is counted, and nothing is called missing that it may have', async () => {
  const { process, silent, asked } = given(3)
  process(0).talk('first', typed('Hi'))
  process(1).talk('second', typed('Hi'))
  silent.add(2)
  expect(await process(0).traces.list(9)).toMatchObject({ turns: [{}, {}], silent: 1 })
  expect(await process(0).traces.find('second')).toMatchObject({ messageId: 'second' })
  // For a turn, one that has it is enough.
  expect(asked).toEqual(['all', 'first'])
  await expect(process(0).traces.find('third')).rejects.toThrow('One of the servers did not answer')
})

test('one process alone has its own', async () => {
  const own = createTurnTraces({ clock: { now: () => new Date(0) } })
  const traces = createAllTraces(own, undefined)
  expect(await traces.list(9)).toEqual({ turns: [], silent: 0 })
  expect(await traces.find('x')).toBeUndefined()
})
