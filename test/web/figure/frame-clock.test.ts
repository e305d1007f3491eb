import { AnimationClip, AnimationMixer, LoopOnce, NumberKeyframeTrack, Object3D } from 'three'
import { expect, test } from 'vitest'
import { createFrameClock } from '../../../src/web/figure/frame-clock.js'
import { createSeededRandom } from '../../support/memories/search.js'

/** Times of frames as browsers give them: the first may be before any clock was read, and one may repeat or go back. */
function frameTimes(seed: number, frames = 200): number[] {
  const next = createSeededRandom(seed)
  let time = performance.now() - 500 * next()
  return Array.from({ length: frames }, () => {
    time += next() < 0.1 ? -20 * next() : 40 * next()
    return time
  })
}

const SEEDS = Array.from({ length: 20 }, (_, at) => at + 1)

test.each(SEEDS)('no step is negative or a jump, whatever the times of the frames are (seed %i)', (seed) => {
  const clock = createFrameClock()
  const times = frameTimes(seed)
  const steps = times.map(clock.step)
  expect(steps[0]).toBe(0)
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...steps)).toBeLessThanOrEqual(0.1)
  // What goes back is not counted twice.
  const forwards = (Math.max(...times) - (times[0] ?? 0)) / 1000
  expect(steps.reduce((sum, step) => sum + step, 0)).toBeCloseTo(forwards, 6)
})

test.each(SEEDS)('an animation that plays once lasts as long as it is, and ends once (seed %i)', (seed) => {
  const clip = new AnimationClip('wave', 1, [new NumberKeyframeTrack('.position[x]', [0, 1], [0, 1])])
  const mixer = new AnimationMixer(new Object3D())
  const ends: number[] = []
  let played = 0
  mixer.addEventListener('finished', () => ends.push(played))
  mixer.clipAction(clip).setLoop(LoopOnce, 1).play()
  const clock = createFrameClock()
  for (const time of frameTimes(seed)) {
    const step = clock.step(time)
    played += step
    mixer.update(step)
  }
  expect(ends).toHaveLength(1)
  expect(ends[0]).toBeGreaterThanOrEqual(1)
  expect(ends[0]).toBeLessThan(1.1)
})

test('a page that was hidden advances by a tenth of a second, and one that was paused not at all', () => {
  const clock = createFrameClock()
  clock.step(1000)
  expect(clock.step(1016)).toBeCloseTo(0.016)
  expect(clock.step(61_016)).toBe(0.1)
  clock.reset()
  expect(clock.step(200_000)).toBe(0)
  expect(clock.step(200_010)).toBeCloseTo(0.01)
})
