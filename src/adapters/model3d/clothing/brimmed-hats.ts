import type { BodyPlan } from '../body/body-part.js'
import type { Shape } from '../geometry/shape.js'
import { lathe } from '../geometry/solids.js'

/** Radius and height relative to half the head's size, from the top of the hat to the inside of its brim. */
const PROFILES: Readonly<Record<'top' | 'witch' | 'wide' | 'beret', readonly (readonly [number, number])[]>> =
  {
    top: [
      [0, 1.92],
      [0.5, 1.94],
      [0.94, 1.92],
      [1, 1.86],
      [0.95, 1.5],
      [0.96, 1.1],
      [1.04, 0.62],
      [1.1, 0.55],
      [1.36, 0.56],
      [1.52, 0.64],
      [1.58, 0.66],
      [1.56, 0.6],
      [1.36, 0.48],
      [1.05, 0.44],
    ],
    witch: [
      [0, 2.62],
      [0.05, 2.58],
      [0.16, 2.25],
      [0.36, 1.75],
      [0.62, 1.2],
      [0.9, 0.75],
      [1.07, 0.55],
      [1.2, 0.47],
      [1.6, 0.42],
      [1.95, 0.42],
      [2, 0.38],
      [1.95, 0.35],
      [1.5, 0.34],
      [1.05, 0.4],
    ],
    wide: [
      [0, 1.36],
      [0.4, 1.37],
      [0.75, 1.33],
      [0.93, 1.18],
      [1.02, 0.85],
      [1.07, 0.56],
      [1.16, 0.49],
      [1.5, 0.48],
      [1.8, 0.54],
      [1.86, 0.52],
      [1.8, 0.46],
      [1.5, 0.41],
      [1.05, 0.42],
    ],
    beret: [
      [0, 1.26],
      [0.5, 1.25],
      [0.95, 1.17],
      [1.25, 1.0],
      [1.33, 0.84],
      [1.24, 0.72],
      [1.06, 0.62],
      [1.05, 0.54],
      [1, 0.5],
    ],
  }

/** A round hat with a brim, tilted slightly backwards. */
export function brimmedHat({ frame, detail }: BodyPlan, kind: keyof typeof PROFILES | 'tricorn'): Shape {
  const [width, height, depth] = frame.head.half
  const profile = PROFILES[kind === 'tricorn' ? 'wide' : kind].map(
    ([radius, level]) => [radius * width, level * height] as const,
  )
  const shape = lathe({
    centre: frame.head.centre,
    profile,
    across: detail(32),
    depth: (depth / width) * 1.04,
    tilt: kind === 'beret' ? 0.2 : 0.12,
  })
  if (kind === 'tricorn') return cornered(shape, frame.head)
  return kind === 'witch' ? bent(shape, frame.head.centre[1] + height, height) : shape
}

/** Bends the tip of a witch's hat backwards and to one side. */
function bent(shape: Shape, from: number, height: number): Shape {
  const lean = [0.11, 0, -0.16]
  const positions = shape.positions.map((value, at, all) => {
    const above = Math.max(0, (all[at - (at % 3) + 1] ?? 0) - from) / height
    return value + (lean[at % 3] ?? 0) * above * above * height
  })
  return { ...shape, positions }
}

/** Folds the brim up on three sides, so that a corner is in front. */
function cornered(shape: Shape, { centre, half: [width, height] }: BodyPlan['frame']['head']): Shape {
  const positions = Float32Array.from(shape.positions)
  for (let at = 0; at < positions.length; at += 3) {
    const x = (positions[at] ?? 0) - centre[0]
    const z = (positions[at + 2] ?? 0) - centre[2]
    const far = Math.max(0, Math.hypot(x, z) / width - 1.1)
    // 1 in the middle of a side, 0 at a corner; corners are in front and on both sides behind.
    const side = 0.5 - 0.5 * Math.cos(3 * Math.atan2(x, z))
    positions[at + 1] = (positions[at + 1] ?? 0) + height * far * side * 1.15
    const inward = 1 - Math.min(0.42, 0.62 * far * side)
    positions[at] = centre[0] + x * inward
    positions[at + 2] = centre[2] + z * inward
  }
  return { ...shape, positions }
}

/** A cook's hat: a high band and what billows above it. */
export function toque({ frame, detail }: BodyPlan): Shape {
  const [width, height, depth] = frame.head.half
  const profile = TOQUE.map(([radius, level]) => [radius * width, level * height] as const)
  return lathe({
    centre: frame.head.centre,
    profile,
    across: detail(32),
    depth: (depth / width) * 1.04,
    tilt: 0.1,
  })
}

const TOQUE: readonly (readonly [number, number])[] = [
  [0, 2.02],
  [0.6, 2.04],
  [1.08, 1.94],
  [1.3, 1.72],
  [1.26, 1.5],
  [1.06, 1.34],
  [1.03, 1.2],
  [1.05, 0.6],
  [1.03, 0.46],
]

/** The band around the base of a cook's hat. */
export const band = ({ frame, detail }: BodyPlan): Shape => {
  const [width, height, depth] = frame.head.half
  return lathe({
    centre: frame.head.centre,
    profile: [
      [1.0, 0.76],
      [1.085, 0.74],
      [1.09, 0.5],
      [1.0, 0.46],
    ].map(([r = 0, y = 0]) => [r * width, y * height] as const),
    across: detail(32),
    depth: (depth / width) * 1.04,
    tilt: 0.1,
  })
}

/** The ribbon around the base of the hat's crown. */
export function ribbon({ frame, detail, traits }: BodyPlan): Shape {
  const [width, height, depth] = frame.head.half
  const radius = traits.hat?.kind === 'witch' ? 1.04 : 1.075
  return lathe({
    centre: frame.head.centre,
    profile: [
      [radius - 0.1, 0.82],
      [radius - (traits.hat?.kind === 'witch' ? 0.13 : 0.02), 0.8],
      [radius + 0.035, 0.58],
      [radius, 0.54],
    ].map(([r = 0, y = 0]) => [r * width, y * height] as const),
    across: detail(32),
    depth: (depth / width) * 1.04,
    tilt: 0.12,
  })
}
