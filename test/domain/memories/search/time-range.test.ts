import { expect, test } from 'vitest'
import { timeRangeOf } from '../../../../src/domain/memories/search/time-range.js'

/** A Wednesday. */
const NOW = new Date('2030-05-15T13:30:00Z')
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

test.each([
  ['What did I say today?', '2030-05-15', '2030-05-15'],
  ['Where was I last night?', '2030-05-14', '2030-05-14'],
  ['What did I tell you three days ago?', '2030-05-12', '2030-05-12'],
  ['Who came a week ago?', '2030-05-05', '2030-05-11'],
  ['What happened 2 months ago?', '2030-02-27', '2030-03-29'],
  ['What did I do this week?', '2030-05-08', '2030-05-15'],
  ['What did we talk about last week?', '2030-05-01', '2030-05-15'],
  ['What did I buy on Monday?', '2030-05-13', '2030-05-13'],
  ['Whom did I meet last Wednesday?', '2030-05-08', '2030-05-08'],
  ['Where did I go in March?', '2030-03-01', '2030-03-31'],
  ['Where did I go in May?', '2030-05-01', '2030-05-31'],
  ['Where did I go last August?', '2029-08-01', '2029-08-31'],
  ['Where was I in February 2028?', '2028-02-01', '2028-02-29'],
])('%s', (question, from, to) => {
  const range = timeRangeOf(question, NOW)
  expect([dayOf(range?.from ?? 0), dayOf(range?.to ?? 0)]).toEqual([from, to])
  expect((range?.to ?? 0) % 86_400_000).toBe(86_399_999)
})

test.each(['When is my birthday?', 'May I sing?', 'Do you like Mondays?', 'How long ago was it?', ''])(
  '%j names no time',
  (question) => {
    expect(timeRangeOf(question, NOW)).toBeUndefined()
  },
)
