import type { BodyPart, BodyPlan } from '../body/body-part.js'
import type { Creature } from '../description/traits.js'
import { BLENDSHAPES, type FaceWeights, withMorphs } from '../face/blendshapes.js'
import { createFaceSurface } from '../face/face-surface.js'
import type { Shape } from '../geometry/shape.js'
import { surface } from '../geometry/surface.js'
import { superellipsePoint } from '../geometry/tube.js'
import { add } from '../geometry/vector.js'

type BeakForm = { readonly wide: number; readonly high: number; readonly long: number; readonly hook: number }

/** Half the width and height where it begins, the length, and how far the tip turns down, in halves of the head. */
const BEAKS = {
  beak: { wide: 0.2, high: 0.15, long: 0.56, hook: 0.06 },
  hook: { wide: 0.25, high: 0.25, long: 0.46, hook: 0.34 },
  bill: { wide: 0.5, high: 0.15, long: 0.8, hook: -0.04 },
} as const

const JAW = BLENDSHAPES.filter(
  (name) => name === 'jawOpen' || name === 'mouthFunnel' || name === 'jawLeft' || name === 'jawRight',
)

/** Both halves of a beak; the lower one opens. */
export function beakParts(plan: BodyPlan, { snout }: Creature): BodyPart[] {
  if (snout !== 'beak' && snout !== 'hook' && snout !== 'bill') return []
  const form: BeakForm = BEAKS[snout]
  const worn = { name: 'Face', material: 'Gloss', region: 'beak' } as const
  const lower = (face: FaceWeights): Shape => lowerBeak(plan, form, face)
  return [
    { ...worn, bones: ['Head'], shape: halfBeak(plan, form, { isUpper: true, drop: 0, side: 0 }) },
    { ...worn, bones: ['Jaw'], ...withMorphs(plan, JAW, lower) },
  ]
}

const lowerBeak = (plan: BodyPlan, form: BeakForm, face: FaceWeights): Shape =>
  halfBeak(
    plan,
    { ...form, wide: form.wide * 0.86, long: form.long * 0.8, high: form.high * 0.55 },
    {
      isUpper: false,
      drop: 0.34 * (face.jawOpen ?? 0) + 0.14 * (face.mouthFunnel ?? 0),
      side: 0.08 * ((face.jawLeft ?? 0) - (face.jawRight ?? 0)),
    },
  )

type HalfBeak = { readonly isUpper: boolean; readonly drop: number; readonly side: number }

function halfBeak(
  plan: BodyPlan,
  { wide, high, long, hook }: BeakForm,
  { isUpper, drop, side }: HalfBeak,
): Shape {
  const from = createFaceSurface(plan).at(0, BEAK_Y, -0.1)
  const { half } = plan.frame.head
  const isBill = wide > 0.3
  return surface({
    across: plan.detail(18),
    down: plan.detail(9),
    at: (u, v) => {
      const [x, y] = superellipsePoint((u - 0.5) * 2 * Math.PI)
      const size = isBill ? Math.sqrt(Math.max(0, 1 - v ** 6)) * (0.8 + 0.2 * v) : (1 - v) ** 0.62
      const turn = isUpper ? -hook * v * v : -drop * v
      const tall = y > 0 === isUpper ? high : high * 0.12
      return add(from, [
        (x * wide * size + side * v) * half[0],
        (y * tall * size + turn + (isUpper ? 0.015 : -0.03)) * half[1],
        (long * v + 0.06) * half[2],
      ])
    },
  })
}

const BEAK_Y = -0.36
