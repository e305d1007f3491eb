import { CLOSED_HATS } from '../description/traits.js'
import { mirroredPair, type Shape } from '../geometry/shape.js'
import { ellipsoid } from '../geometry/solids.js'
import { tube } from '../geometry/tube.js'
import { add, scale, subtract, normalize as toUnit, type Vec3 } from '../geometry/vector.js'
import type { BodyPlan } from './body-part.js'
import { pointOnHead } from './head-surface.js'

/** Additions of some styles to the shell: tails, buns, spikes. */
export function hairPieces(plan: BodyPlan): Shape[] {
  const isCovered =
    plan.traits.hat !== null && !['crown', 'tiara', 'flowers', 'headband'].includes(plan.traits.hat.kind)
  if (plan.traits.hat?.kind === 'dome') return []
  switch (plan.traits.hair.style) {
    case 'ponytail':
      return [ponytail(plan)]
    case 'bun':
      return isCovered ? [bun(plan, 1.9)] : [bun(plan, 0.55)]
    case 'braids':
      return mirroredPair(braid(plan))
    case 'pigtails':
      return mirroredPair(pigtail(plan))
    case 'spiky':
      return isCovered ? [] : spikes(plan)
    case 'curly':
      return isCovered && !CLOSED_HATS.has(plan.traits.hat?.kind ?? '') ? curls(plan) : []
    case 'mohawk':
      return isCovered ? [] : crest(plan)
    default:
      return []
  }
}

function ponytail({ frame, detail }: BodyPlan): Shape {
  const [size] = frame.head.half
  const from = pointOnHead(frame, { angle: Math.PI, fall: 0.62, above: -0.02 * size })
  // To one side, where it is seen from the front.
  const to = (x: number, y: number, z: number): Vec3 => add(from, [x * size, y * size, z * size])
  return tube({
    path: [from, to(0.3, 0.42, -0.3), to(0.9, 0.1, -0.62), to(1.2, -0.9, -0.6), to(1.05, -2, -0.35)],
    radius: (share) => {
      const radius =
        size * (0.16 + 0.2 * Math.sin(Math.PI * Math.min(1, share * 1.15)) ** 0.8) * (1 - 0.55 * share ** 3)
      return [radius, radius * 0.85]
    },
    across: detail(16),
    down: detail(18),
    front: [1, 0, 0],
  })
}

function bun({ frame, detail }: BodyPlan, fall: number): Shape {
  const [size] = frame.head.half
  return ellipsoid({
    centre: pointOnHead(frame, { angle: Math.PI, fall, above: 0.22 * size }),
    radii: [0.4 * size, 0.36 * size, 0.36 * size],
    across: detail(16),
    down: detail(12),
  })
}

function braid({ frame, detail }: BodyPlan): Shape {
  const [size] = frame.head.half
  const from = pointOnHead(frame, { angle: 1.75, fall: 1.85, above: -0.06 * size })
  const shoulder = frame.joints.LeftUpperArm
  const over: Vec3 = [shoulder[0] * 0.74, shoulder[1] + 0.06 * frame.unit, 0.07 * frame.unit]
  return tube({
    path: [
      from,
      add(from, [0.1 * size, -0.35 * size, 0.1 * size]),
      over,
      add(over, [0.01, -0.17 * frame.unit, 0.05 * frame.unit]),
    ],
    radius: (share) => {
      const radius = size * (0.15 + 0.035 * Math.abs(Math.sin(share * Math.PI * 6))) * (1 - 0.35 * share)
      return [radius, radius]
    },
    across: detail(12),
    down: detail(30),
    front: [0.3, 0, 1],
  })
}

function pigtail({ frame, detail }: BodyPlan): Shape {
  const [size] = frame.head.half
  const from = pointOnHead(frame, { angle: 1.75, fall: 1.15, above: -0.02 * size })
  const to = (x: number, y: number): Vec3 => add(from, [x * size, y * size, -0.05 * size])
  return tube({
    path: [from, to(0.36, 0.14), to(0.6, -0.4), to(0.52, -1.1)],
    radius: (share) => {
      const radius =
        size * (0.12 + 0.2 * Math.sin(Math.PI * Math.min(1, share * 1.1))) * (1 - 0.4 * share ** 3)
      return [radius, radius]
    },
    across: detail(14),
    down: detail(14),
  })
}

/** What of curly hair a hat leaves free: curls before and behind the ears, and at the nape. */
const CURLS: readonly (readonly [angle: number, fall: number])[] = [
  [1.02, 1.42],
  [1.16, 1.72],
  [1.95, 1.5],
  [1.98, 1.86],
  [2.32, 1.62],
  [2.42, 2],
  [2.78, 1.7],
  [2.85, 2.08],
]

const curls = ({ frame, detail }: BodyPlan): Shape[] => {
  const [size] = frame.head.half
  return CURLS.flatMap(([angle, fall], at) => {
    const radius = (at % 2 === 0 ? 0.2 : 0.17) * size
    return mirroredPair(
      ellipsoid({
        centre: pointOnHead(frame, { angle, fall, above: 0.06 * size }),
        radii: [radius, radius, radius],
        across: detail(10),
        down: detail(8),
      }),
    )
  })
}

/** The angle, fall and length of each spike. */
const SPIKES: readonly Vec3[] = [
  [0, 0.15, 1.1],
  [0.5, 0.5, 1],
  [-0.5, 0.5, 1],
  [1.35, 0.6, 1],
  [-1.35, 0.6, 1],
  [2.3, 0.65, 1.1],
  [-2.3, 0.65, 1.1],
  [3.14, 0.75, 1.1],
  [1.75, 1.15, 0.9],
  [-1.75, 1.15, 0.9],
  [2.6, 1.3, 0.9],
  [-2.6, 1.3, 0.9],
  [3.14, 1.55, 0.8],
  [0.02, 0.72, 0.9],
]

const spikes = (plan: BodyPlan): Shape[] => SPIKES.map((spike) => cone(plan, spike, 0.34))

const crest = (plan: BodyPlan): Shape[] =>
  Array.from({ length: 8 }, (_, at): Vec3 => {
    const over = -0.75 + at * 0.36
    return [over < 0 ? 0 : Math.PI, Math.abs(over), 1.5 - 0.06 * at]
  }).map((spike) => cone(plan, spike, 0.25))

/** A lock that sticks out and leans backwards. */
function cone({ frame, detail }: BodyPlan, [angle, fall, long]: Vec3, wide: number): Shape {
  const [size] = frame.head.half
  const root = pointOnHead(frame, { angle, fall, above: -0.03 * size })
  const out = toUnit(subtract(root, frame.head.centre))
  const tip = add(root, scale(add(out, [0, 0.12, -0.22]), long * 0.5 * size))
  return tube({
    path: [root, add(root, scale(out, long * 0.24 * size)), tip],
    radius: (share) => {
      const radius = wide * size * (1 - share) ** 0.75
      return [radius, radius]
    },
    across: detail(8),
    down: detail(6),
    front: Math.abs(out[2]) > 0.8 ? [0, 1, 0] : [0, 0, 1],
    ends: 'open',
  })
}
