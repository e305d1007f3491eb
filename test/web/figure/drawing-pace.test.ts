import { expect, test } from 'vitest'
import { createCalmPace, createDrawingPace } from '../../../src/web/figure/drawing-pace.js'

/** Draws frames that take so long, one as soon as the last is done and the next one due; tells when each began. */
function draw(pace: ReturnType<typeof createDrawingPace>, tookMs: readonly number[]): readonly number[] {
  let now = 0
  return tookMs.map((took) => {
    while (!pace.isDue(now)) now += 1
    const from = now
    now += took
    pace.drawn(from, now)
    return from
  })
}

test('where frames are fast from the beginning they become as fine as the screen', () => {
  const pace = createDrawingPace()
  expect(pace.ratio).toBe(1)
  draw(pace, [10, 10, 10, 10])
  expect(pace.ratio).toBe(1)
  draw(pace, [10])
  expect(pace.ratio).toBe(2)
})

test('one frame that is slow, such as the first, holds nothing back for good', () => {
  const pace = createDrawingPace()
  draw(pace, [700, 10, 10, 10, 10, 10])
  expect(pace.ratio).toBe(2)
})

test('frames that turn slow become coarse, and stay so', () => {
  const pace = createDrawingPace()
  draw(pace, [10, 10, 10, 10, 10, 90, 90])
  expect(pace.ratio).toBe(1)
  draw(pace, [10, 10, 10, 10, 10, 10])
  expect(pace.ratio).toBe(1)
})

test('between slow frames the page has as long for itself as one took; fast ones follow each other', () => {
  expect(draw(createDrawingPace(), [100, 100, 100])).toEqual([0, 200, 400])
  expect(draw(createDrawingPace(), [16, 16, 16])).toEqual([0, 16, 32])
})

test('what is calm is drawn twenty times a second, or half of the time where that is less; the rest at every frame', () => {
  let isCalm = true
  const pace = createCalmPace(() => isCalm)
  expect(draw(pace, [10, 10, 100, 10])).toEqual([0, 50, 100, 300])
  isCalm = false
  expect(draw(pace, [10, 10, 100, 10])).toEqual([0, 10, 20, 120])
  expect(draw(createCalmPace(), [10, 10])).toEqual([0, 10])
})
