import type { BodyPlan } from '../body/body-part.js'
import { hairVolume } from '../body/hair.js'
import { pointOnHead } from '../body/head-surface.js'
import { mergeShapes, type Shape } from '../geometry/shape.js'
import { ellipsoid, hoop } from '../geometry/solids.js'
import { surface } from '../geometry/surface.js'
import { add, clamp } from '../geometry/vector.js'

/** Fall (radians from the top of the head) of items that sit on the hair. */
const RING = 0.82

/** A wall with points, around the head for a crown and in front for a tiara. */
export function crownShape(plan: BodyPlan, kind: 'crown' | 'tiara'): Shape {
  const { frame, detail } = plan
  const [width, height] = frame.head.half
  const isCrown = kind === 'crown'
  const points = isCrown ? 8 : 10
  return surface({
    across: points * (detail(8) > 6 ? 6 : 4),
    down: 4,
    at: (u, v) => {
      const angle = (u - 0.5) * 2 * Math.PI
      const [rise, out] = WALL[Math.round(v * 4)] ?? [0, 0]
      const peak = 1 - Math.abs(((u * points + 0.5) % 1) * 2 - 1)
      const front = isCrown ? 1 : clamp(Math.cos(angle)) ** 2
      const tall = height * (isCrown ? 0.2 + 0.24 * peak : 0.07 + 0.3 * front * (0.35 + 0.65 * peak))
      const foot = pointOnHead(frame, { angle, fall: RING, above: (hairVolume(plan) + 0.02 + out) * width })
      const wide = 1 + 0.16 * rise * (isCrown ? 1 : 0)
      return [foot[0] * wide, foot[1] + tall * rise - 0.02 * height, foot[2] * wide]
    },
  })
}

/** Cross-section of the wall: inner foot, top, outer foot, closed below. */
const WALL = [
  [0, 0],
  [1, 0],
  [1, 0.05],
  [0, 0.05],
  [0, 0],
] as const

export function flowerRing(plan: BodyPlan): Shape {
  const { frame, detail } = plan
  const [width] = frame.head.half
  const blossoms = Array.from({ length: 11 }, (_, at) => {
    const centre = pointOnHead(frame, {
      angle: (at / 11) * 2 * Math.PI,
      fall: RING,
      above: (hairVolume(plan) + 0.04) * width,
    })
    const size = width * (at % 2 === 0 ? 0.19 : 0.14)
    return ellipsoid({ centre, radii: [size, size * 0.8, size], across: detail(10), down: detail(7) })
  })
  return mergeShapes(blossoms)
}

export function headband(plan: BodyPlan): Shape {
  const { frame, detail } = plan
  const [width, height] = frame.head.half
  return hoop({
    line: (at) =>
      pointOnHead(frame, {
        angle: (at - 0.5) * 2 * Math.PI,
        fall: 1,
        above: (hairVolume(plan) + 0.01) * width,
      }),
    centre: add(frame.head.centre, [0, 0, 0]),
    thick: 0.03 * width,
    high: 0.09 * height,
    across: detail(8),
    around: detail(32),
    square: 3,
  })
}
