import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { createTimeline } from '../../src/store/timeline.js'

type Row = { readonly id: number; readonly at: number | undefined }

const at = fc.option(fc.integer({ min: 0, max: 50 }), { nil: undefined })
const change = fc.record({ id: fc.integer({ min: 0, max: 3000 }), at, isGone: fc.boolean() })
const position = fc.option(fc.integer({ min: -40, max: 3500 }), { nil: undefined })

test.prop([fc.integer({ min: 0, max: 2500 }), fc.array(change, { maxLength: 100 }), position, position])(
  'a timeline is what sorting all records anew gives, whatever comes and goes',
  (count, changes, start, end) => {
    const records = new Map<number, Row>()
    for (let id = 0; id < count; id += 1) records.set(id, { id, at: (id * 7) % 30 })
    const timeline = createTimeline<Row>((row) => row.at)
    timeline.build(records)
    for (const { id, isGone, at: time } of changes) {
      const before = records.get(id)
      const after = isGone ? undefined : { id, at: time }
      if (after === undefined) records.delete(id)
      else records.set(id, after)
      timeline.change(before, after)
    }
    const sorted = [...records.values()]
      .filter((row) => row.at !== undefined)
      .sort((a, b) => (a.at ?? 0) - (b.at ?? 0) || b.id - a.id)
    expect(timeline.slice(start, end)).toEqual(sorted.slice(start, end))
  },
)

test.prop([fc.array(fc.oneof(change, fc.constant('asked' as const)), { maxLength: 60 })])(
  'whoever asks between the changes gets the order of that moment',
  (steps) => {
    const records = new Map<number, Row>()
    const timeline = createTimeline<Row>((row) => row.at)
    timeline.build(records)
    for (const step of steps) {
      if (step === 'asked') {
        const placed = [...records.values()].filter((row) => row.at !== undefined)
        expect(timeline.slice()).toEqual(placed.sort((a, b) => (a.at ?? 0) - (b.at ?? 0) || b.id - a.id))
        continue
      }
      const id = step.id % 7
      const before = records.get(id)
      const after = step.isGone ? undefined : { id, at: step.at }
      if (after === undefined) records.delete(id)
      else records.set(id, after)
      timeline.change(before, after)
    }
  },
)

test('records that come one by one, in any order, stay in order', () => {
  const records = new Map<number, Row>()
  const timeline = createTimeline<Row>((row) => row.at)
  timeline.build(records)
  for (let step = 0; step < 3000; step += 1) {
    const row = { id: step, at: (step * 1009) % 3001 }
    records.set(row.id, row)
    timeline.change(undefined, row)
  }
  const times = timeline.slice().map((row) => row.at)
  expect(times).toEqual([...times].sort((a, b) => (a ?? 0) - (b ?? 0)))
  expect(times).toHaveLength(3000)
  for (const row of [...records.values()]) {
    records.delete(row.id)
    timeline.change(row, undefined)
  }
  expect(timeline.slice()).toEqual([])
})
