import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import type { MemoryCandidate } from '../../../../src/domain/memories/changes/memory-plan.js'
import {
  conflictFreeBatches,
  type ExistingMemory,
  planMemories,
} from '../../../../src/domain/memories/extract/plan-memories.js'
import {
  type SimulatedMemory,
  simulatePlan,
  simulateWaves,
} from '../../../support/memories/memory-plan-simulation.js'

const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 0, minute)).toISOString()

type Given = {
  readonly subject?: string
  readonly attribute?: string
  readonly value?: string
  readonly cardinality?: 'one' | 'many'
  readonly isCorrection?: boolean
  readonly message?: number
}

function candidate({
  subject = 'player',
  attribute = 'home',
  value = 'Porto',
  cardinality = 'one',
  isCorrection = false,
  message = 1,
}: Given = {}): MemoryCandidate {
  const said = `${subject} ${isCorrection ? 'no longer ' : ''}${attribute} ${value}`
  return {
    content: said,
    memoryType: isCorrection ? 'correction' : 'fact',
    importance: 0.5,
    confidence: 0.9,
    slot: { subject, attribute, value, cardinality },
    entities: [],
    relations: [],
    quote: said,
    messageId: message,
    sourceConversationId: 'c1',
    sourceMessageTimestamp: at(message),
  }
}

const known = (given: Given = {}, more: Partial<ExistingMemory> = {}): ExistingMemory => {
  const {
    content,
    memoryType,
    slot,
    sourceConversationId,
    messageId = null,
    sourceMessageTimestamp,
  } = candidate(given)
  return {
    id: 'm1',
    status: 'active',
    memoryType,
    content,
    slot,
    sourceConversationId,
    messageId,
    lastSaidAt: sourceMessageTimestamp,
    ...more,
  }
}

test('what is new is added', () => {
  const only = candidate()
  expect(planMemories([], [only])).toEqual([{ step: 'add', candidate: only }])
})

test('a newer value of a slot that holds one supersedes the older', () => {
  const lisbon = candidate({ value: 'Lisbon', message: 2 })
  expect(planMemories([known()], [lisbon])).toEqual([
    { step: 'supersede', memoryId: 'm1', candidate: lisbon, reason: 'newer_value' },
  ])
})

test.each([
  ['another attribute', { attribute: 'origin', value: 'Lisbon' }],
  ['another subject', { subject: 'Anna', value: 'Lisbon' }],
])('%s supersedes nothing', (_what, given) => {
  const other = candidate({ ...given, message: 2 })
  expect(planMemories([known()], [other])).toEqual([{ step: 'add', candidate: other }])
})

test('a slot that holds many takes another value beside the first', () => {
  const tea = { attribute: 'likes', value: 'tea', cardinality: 'many' as const }
  const coffee = candidate({ ...tea, value: 'coffee', message: 2 })
  expect(planMemories([known(tea)], [coffee])).toEqual([{ step: 'add', candidate: coffee }])
})

test('a retraction supersedes that value alone, and holds none itself', () => {
  const likes = { attribute: 'likes', cardinality: 'many' as const }
  const existing = [known({ ...likes, value: 'coffee' }), known({ ...likes, value: 'tea' }, { id: 'm2' })]
  const gone = candidate({ ...likes, value: 'tea', isCorrection: true, message: 2 })
  expect(planMemories(existing, [gone])).toEqual([
    { step: 'supersede', memoryId: 'm2', candidate: { ...gone, slot: null }, reason: 'retracted' },
  ])
})

test('a correction that matches no slot deletes nothing', () => {
  const gone = candidate({
    attribute: 'likes',
    value: 'gin',
    cardinality: 'many',
    isCorrection: true,
    message: 2,
  })
  expect(planMemories([known()], [gone])).toEqual([{ step: 'correct', candidate: { ...gone, slot: null } }])
})

test('what is said again is restated, also where it says less', () => {
  const again = candidate({ message: 2 })
  expect(planMemories([known({ value: 'Porto in Portugal' })], [again])).toMatchObject([
    { step: 'restate', memoryId: 'm1', evidence: { messageId: 2, quote: again.quote } },
  ])
})

test('thirty-one is another age than thirty', () => {
  const age = { attribute: 'age', value: 'thirty' }
  const next = candidate({ ...age, value: 'thirty-one', message: 2 })
  expect(planMemories([known(age)], [next])).toMatchObject([{ step: 'supersede' }])
})

test.each(['deleted', 'superseded', 'quarantined', 'decayed'] as const)(
  'a memory that is %s does not come back from its own message',
  (status) => {
    expect(planMemories([known({}, { status })], [candidate()])).toEqual([])
  },
)

test('old news retires no newer value', () => {
  const older = candidate({ value: 'Faro', message: 1 })
  expect(planMemories([known({ value: 'Porto', message: 5 })], [older])).toEqual([
    { step: 'add', candidate: older },
  ])
})

test('the same said twice in one batch is planned once', () => {
  expect(planMemories([], [candidate(), candidate({ message: 2 })])).toHaveLength(1)
})

test('what was not said is put aside with the reason', () => {
  const made = { ...candidate(), quote: 'nothing of the kind' }
  expect(planMemories([], [made])).toEqual([{ step: 'quarantine', candidate: made, reason: 'not_grounded' }])
})

test('candidates of one slot come in waves, each after the one before', () => {
  const [porto, lisbon, tea] = [
    candidate(),
    candidate({ value: 'Lisbon', message: 2 }),
    candidate({ attribute: 'likes', value: 'tea', cardinality: 'many' }),
  ]
  expect(conflictFreeBatches([porto, lisbon, tea])).toEqual([[porto, tea], [lisbon]])
})

const ONE = ['home', 'job'] as const
const told = fc
  .record({
    subject: fc.constantFrom('player', 'Anna'),
    attribute: fc.constantFrom('home', 'job', 'likes', 'hobby'),
    value: fc.constantFrom('red', 'green', 'blue', 'dark blue'),
    isCorrection: fc.boolean(),
  })
  .map((given) => ({
    ...given,
    cardinality: ONE.some((each) => each === given.attribute) ? ('one' as const) : ('many' as const),
  }))
const transcript = fc
  .array(told, { maxLength: 25 })
  .map((all) => all.map((given, message) => candidate({ ...given, message: message + 1 })))

property.prop([transcript])('the same transcript a second time changes nothing', (candidates) => {
  const once = simulateWaves([], candidates)
  expect(simulateWaves(once, candidates)).toEqual(once)
})

property.prop([transcript])('nothing that was said is ever lost', (candidates) => {
  const kept = simulateWaves([], candidates).flatMap(({ quote, said }) => [quote, ...said])
  expect(candidates.filter(({ quote }) => !kept.includes(quote))).toEqual([])
})

property.prop([transcript])('only the same slot is ever superseded', (candidates) => {
  let before: SimulatedMemory[] = []
  for (const each of candidates) {
    const plan = planMemories(before, [each])
    for (const step of plan) {
      if (step.step !== 'supersede') continue
      const retired = before.find(({ id }) => id === step.memoryId)
      expect([retired?.status, retired?.slot?.subject, retired?.slot?.attribute]).toEqual([
        'active',
        each.slot?.subject,
        each.slot?.attribute,
      ])
    }
    before = simulatePlan(before, plan)
  }
})

property.prop([transcript])('a slot that holds one has at most one active value', (candidates) => {
  const active = simulateWaves([], candidates).filter(
    ({ status, slot }) => status === 'active' && slot?.cardinality === 'one',
  )
  const slots = active.map(({ slot }) => `${slot?.subject} ${slot?.attribute}`)
  expect(new Set(slots).size).toBe(slots.length)
})

property.prop([transcript])('memories of other slots change nothing about one', (candidates) => {
  const isHome = ({ slot }: Pick<MemoryCandidate, 'slot'>) =>
    slot?.attribute === 'home' && slot.subject === 'player'
  const outcome = (all: readonly MemoryCandidate[]) =>
    simulateWaves([], all)
      .filter(isHome)
      .map(({ content, status, said }) => ({ content, status, said }))
  expect(outcome(candidates)).toEqual(outcome(candidates.filter(isHome)))
})
