import { expect, test } from 'vitest'
import { createPeers } from '../../../../src/store/postgres/members/peers.js'
import { silentLog } from '../../../support/stores/store-folder.js'
import { createVirtualTimers } from '../../../support/virtual-time.js'

/** A member whose others are there with these answers, null where one says nothing. */
function given(others: Readonly<Record<string, string | null>>) {
  const timers = createVirtualTimers()
  const statements: string[] = []
  const query = async (text: string, values: readonly unknown[] = []) => {
    statements.push(text.trim().split(' ', 1)[0] ?? '')
    if (text.startsWith('with asked')) return [{ number: '7' }]
    if (!text.startsWith('select members.name')) return []
    const known = values[2] as readonly string[]
    return Object.entries(others).flatMap(([name, answer]) =>
      known.includes(name) ? [] : [{ name, answer }],
    )
  }
  const { peers } = createPeers({
    ...{ member: 'here', session: { query }, timers, log: silentLog },
    refresh: async () => undefined,
  })
  return { timers, peers, statements }
}

test('one answer that says something is enough where that is asked for', async () => {
  const { peers, statements } = given({ first: '', second: 'found', deaf: null })
  // No time passes.
  expect(await peers.ask('who?', 'first')).toEqual({ answers: ['found'], silent: 1 })
  expect(statements.at(-1)).toBe('delete')
})

test('else all are waited for, but not for ever', async () => {
  const { peers, timers, statements } = given({ first: '', second: 'found', deaf: null })
  let isOver = false
  const asked = peers.ask('who?', 'all').finally(() => {
    isOver = true
  })
  await timers.advance(1900)
  expect(isOver).toBe(false)
  await timers.advance(200)
  expect(await asked).toEqual({ answers: ['found'], silent: 1 })
  expect(statements.at(-1)).toBe('delete')
})

test('nobody is waited for when all have answered, or there is nobody else', async () => {
  expect(await given({ first: '', second: '' }).peers.ask('who?', 'first')).toEqual({
    answers: [],
    silent: 0,
  })
  expect(await given({}).peers.ask('who?', 'all')).toEqual({ answers: [], silent: 0 })
})
