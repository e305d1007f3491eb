import type { BodyPart, BodyPlan } from '../body/body-part.js'
import type { Shape } from '../geometry/shape.js'
import { surface } from '../geometry/surface.js'
import { tube } from '../geometry/tube.js'
import { clamp, lerp, type Vec3 } from '../geometry/vector.js'
import { BLENDSHAPES, type FaceWeights, withMorphs } from './blendshapes.js'
import { createFaceSurface, type FaceSurface, muzzleOf } from './face-surface.js'

/** The opening of a mouth: its two edges by the share from the character's right to its left, in halves of the head. */
type Opening = {
  readonly x: (share: number) => number
  readonly upper: (share: number) => number
  readonly lower: (share: number) => number
  /** How far the lips stand out, and how thick they are. */
  readonly out: number
  readonly thick: { readonly upper: number; readonly lower: number }
  readonly tongue: number
}

type MouthForm = {
  readonly y: number
  readonly wide: number
  readonly curve: number
  readonly tilt: number
  readonly open: number
  readonly reach: number
}

/** How far closed lips are apart, and a mouth that can move while it is neutral: blendshapes open it. */
const CLOSED = 0.01

/** Curve: above 0 the corners are up. Reach: how far the jaw opens. */
function formOf(plan: BodyPlan): MouthForm {
  const { face, being } = plan.traits
  const muzzle = muzzleOf(plan)
  const kinds = {
    smile: { curve: 0.055, tilt: 0, open: 0.012, wide: 1 },
    grin: { curve: 0.05, tilt: 0, open: 0.15, wide: 1.1 },
    calm: { curve: 0.015, tilt: 0, open: 0.01, wide: 0.82 },
    crooked: { curve: 0.03, tilt: 0.045, open: 0.012, wide: 1 },
    frown: { curve: -0.05, tilt: 0, open: 0.012, wide: 0.85 },
  } as const
  const own = kinds[face.mouth]
  const kind = plan.isExpressive ? { ...own, open: Math.min(own.open, CLOSED) } : own
  // A broad mouth that is closed while it is neutral still opens as far as a broad mouth does.
  const more = own.open - kind.open
  if (muzzle !== null) {
    const { y, radii } = muzzle
    const wide = radii[0] * 0.55 * kind.wide
    return {
      ...kind,
      y: y - 0.3 * radii[1],
      wide,
      open: kind.open * 0.6,
      reach: radii[1] * 0.42 + 0.6 * more,
    }
  }
  if (being === 'ghost') return { ...kind, y: -0.46, wide: 0.15, open: Math.max(0.1, kind.open), reach: 0.26 }
  if (being === 'robot')
    return { ...kind, y: -0.52, wide: 0.26, curve: 0.03, open: Math.max(0.075, kind.open), reach: 0.14 }
  return { ...kind, y: -0.51, wide: 0.225 * kind.wide, reach: 0.24 + more }
}

/** The two sides of the mouth move on their own. */
const sided = (face: FaceWeights, name: string, share: number): number => {
  const weights = face as Readonly<Record<string, number>>
  return lerp(weights[`${name}Right`] ?? 0, weights[`${name}Left`] ?? 0, clamp((share - 0.3) / 0.4))
}

function openingOf(plan: BodyPlan, face: FaceWeights): Opening {
  const form = formOf(plan)
  const get = (name: keyof FaceWeights): number => face[name] ?? 0
  const [pucker, funnel] = [get('mouthPucker'), get('mouthFunnel')]
  const [jawOpen, tongueOut] = [get('jawOpen'), get('tongueOut')]
  const closed = Math.min(jawOpen, get('mouthClose'))
  const jaw = form.reach * (jawOpen - closed + 0.42 * funnel + 0.3 * tongueOut)
  // Lips that roll inwards close, also those of mouths that are never quite closed.
  const closing = 0.6 * pucker + get('mouthRollLower') + get('mouthRollUpper')
  const open = Math.max(0.008, form.open * (1 - closing) + jaw)
  const bulge = (share: number): number => Math.max(0, 1 - (2 * share - 1) ** 2) ** 0.65
  const still = lineOf(form, face)
  // Over an open jaw the lips meet lower.
  const line = (share: number): number => still(share) - 0.2 * form.reach * closed
  const pressed = 0.15 * (get('mouthPressLeft') + get('mouthPressRight')) - 0.35 * pucker
  const raised = (share: number): number =>
    0.06 * sided(face, 'mouthUpperUp', share) + 0.03 * get('mouthShrugUpper') + 0.16 * open + 0.02 * funnel
  const lowered = (share: number): number =>
    0.84 * open + 0.07 * sided(face, 'mouthLowerDown', share) - 0.03 * get('mouthShrugLower')
  return {
    x: widthOf(form, face),
    upper: (share) => line(share) + bulge(share) * raised(share),
    lower: (share) => line(share) - bulge(share) * lowered(share),
    out: 0.045 * pucker + 0.04 * funnel + 0.02 * get('jawForward'),
    thick: {
      upper: 1 - 0.55 * get('mouthRollUpper') - pressed,
      lower: 1 - 0.55 * get('mouthRollLower') - pressed,
    },
    tongue: tongueOut,
  }
}

/** The height of the closed mouth from corner to corner. */
function lineOf(form: MouthForm, face: FaceWeights): (share: number) => number {
  const round = Math.max(face.mouthPucker ?? 0, face.mouthFunnel ?? 0)
  return (share) => {
    const side = 2 * share - 1
    const lift =
      0.1 * sided(face, 'mouthSmile', share) -
      0.09 * sided(face, 'mouthFrown', share) -
      0.03 * sided(face, 'mouthStretch', share)
    const curve = form.curve * (2 * side * side - 1) * (1 - 0.7 * round)
    return form.y + curve + form.tilt * side + side * side * lift
  }
}

function widthOf(form: MouthForm, face: FaceWeights): (share: number) => number {
  const get = (name: keyof FaceWeights): number => face[name] ?? 0
  const narrow =
    (1 - 0.5 * get('mouthPucker')) * (1 - 0.32 * get('mouthFunnel')) * (1 - 0.08 * get('jawOpen'))
  const shift = 0.07 * (get('mouthLeft') - get('mouthRight')) + 0.085 * (get('jawLeft') - get('jawRight'))
  return (share) => {
    const wider =
      0.16 * sided(face, 'mouthSmile', share) +
      0.12 * sided(face, 'mouthDimple', share) +
      0.2 * sided(face, 'mouthStretch', share)
    return shift + (2 * share - 1) * form.wide * narrow * (1 + wider)
  }
}

const MOUTH = BLENDSHAPES.filter((name) => /^(?:mouth|jaw|tongue)/.test(name))

export function mouthParts(plan: BodyPlan): BodyPart[] {
  const { being, face: traits } = plan.traits
  const face = createFaceSurface(plan)
  const opening = (weights: FaceWeights) => openingOf(plan, weights)
  const worn = { name: 'Face', material: 'Skin', bones: ['Head'] } as const
  const isSoft = being !== 'robot' && being !== 'ghost'
  const lips = traits.lips !== null || plan.traits.creature !== null ? 0.034 : 0.024
  return [
    ...(being === 'robot'
      ? [{ ...worn, material: 'Metal', region: 'metal', shape: plate(plan, face) } as const]
      : []),
    {
      ...worn,
      ...(being === 'robot' && { material: 'Glow' as const }),
      region: being === 'robot' ? 'glow' : 'mouth',
      ...withMorphs(plan, MOUTH, (weights) => cavity(plan, face, opening(weights))),
    },
    ...(isSoft
      ? ([
          {
            ...worn,
            region: 'tooth',
            ...withMorphs(plan, MOUTH, (weights) => teeth(plan, face, opening(weights))),
          },
          {
            ...worn,
            material: 'Gloss',
            region: 'tongue',
            bones: ['Jaw'],
            ...withMorphs(plan, MOUTH, (weights) => tongue(plan, face, opening(weights))),
          },
          {
            ...worn,
            region: 'lips',
            ...withMorphs(plan, MOUTH, (weights) =>
              lip(plan, face, { ...opening(weights), size: lips, isUpper: true }),
            ),
          },
          {
            ...worn,
            region: 'lips',
            bones: ['Jaw'],
            ...withMorphs(plan, MOUTH, (weights) =>
              lip(plan, face, { ...opening(weights), size: lips, isUpper: false }),
            ),
          },
        ] as const)
      : []),
  ]
}

/** The dark inside, which fills the opening. */
const cavity = ({ detail }: BodyPlan, face: FaceSurface, { x, upper, lower }: Opening): Shape =>
  surface({
    across: detail(14),
    down: detail(3),
    at: (u, v) => face.at(x(u), lerp(upper(u), lower(u), v), 0.012),
  })

/** The upper teeth, as far as the mouth is open. */
function teeth({ detail }: BodyPlan, face: FaceSurface, { x, upper, lower }: Opening): Shape {
  return surface({
    across: detail(8),
    down: 1,
    at: (u, v) => {
      const share = lerp(0.14, 0.86, u)
      const gap = upper(share) - lower(share)
      return face.at(x(share), upper(share) - v * Math.min(0.055, 0.38 * gap), gap < 0.03 ? 0.006 : 0.016)
    },
  })
}

function tongue({ detail }: BodyPlan, face: FaceSurface, { x, upper, lower, tongue: out }: Opening): Shape {
  return surface({
    across: detail(10),
    down: detail(3),
    at: (u, v) => {
      const angle = 2 * Math.PI * u
      const gap = upper(0.5) - lower(0.5)
      // Out of the mouth it hangs from between the lips over the lower one.
      const [wide, high] = [0.24, Math.min(0.3 * gap, 0.07) + 0.075 * out]
      const share = 0.5 + wide * Math.cos(angle) * v
      const y = lower(0.5) + 0.32 * gap + high * Math.sin(angle) * v - 0.075 * out
      const isHidden = gap < 0.03
      const dome = Math.sqrt(1 - v * v)
      const hanging = 0.03 * (1 - Math.max(0, Math.sin(angle)) * v) + 0.045 * dome
      return face.at(x(share), y, (isHidden ? 0.005 : 0.014) + (isHidden ? 0 : 0.03 * dome) + out * hanging)
    },
  })
}

type LipForm = Opening & { readonly size: number; readonly isUpper: boolean }

function lip(
  plan: BodyPlan,
  face: FaceSurface,
  { x, upper, lower, out, thick, size, isUpper }: LipForm,
): Shape {
  const unit = plan.frame.head.half[0]
  const edge = isUpper ? upper : lower
  const path: Vec3[] = [0, 0.17, 0.34, 0.5, 0.66, 0.83, 1].map((share) =>
    face.at(x(share), edge(share) + (isUpper ? 0.008 : -0.008), 0.012 + out * Math.sin(Math.PI * share)),
  )
  const scale = isUpper ? thick.upper : thick.lower
  return tube({
    path,
    radius: (share) => {
      const full = unit * size * scale * (0.55 + 0.45 * Math.sin(Math.PI * share))
      return [full, full * 0.9]
    },
    across: plan.detail(5),
    down: plan.detail(12),
    front: face.normalAt(0, 0),
  })
}

/** The dark panel around a robot's mouth. */
const plate = (plan: BodyPlan, face: FaceSurface): Shape =>
  surface({
    across: plan.detail(24),
    down: plan.detail(4),
    at: (u, v) => {
      const angle = 2 * Math.PI * u
      const [c, s] = [Math.cos(angle), Math.sin(angle)]
      const size = (c ** 4 + s ** 4) ** -0.25 * v
      return face.at(0.42 * c * size, -0.52 + 0.19 * s * size, v > 0.99 ? -0.01 : 0.006)
    },
  })
