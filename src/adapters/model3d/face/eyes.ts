import type { BodyPart, BodyPlan } from '../body/body-part.js'
import { mergeShapes, mirrorShape, type Shape } from '../geometry/shape.js'
import { surface } from '../geometry/surface.js'
import { tube } from '../geometry/tube.js'
import { add, clamp, cross, lerp, normalize, scale, type Vec3 } from '../geometry/vector.js'
import { SIDES, type Side } from '../skeleton/bones.js'
import { BLENDSHAPES, type Blendshape, type FaceWeights, withMorphs } from './blendshapes.js'
import { createFaceSurface } from './face-surface.js'

/** Place of the eyes, in halves of the head. */
export const EYE_X = 0.42
export const EYE_Y = -0.06

/** Half the width and height of an eye's opening and of its iris, in halves of the head's width. */
type EyeSize = { readonly opening: readonly [number, number]; readonly iris: readonly [number, number] }

const SIZES: Readonly<Record<'human', EyeSize>> & Partial<Readonly<Record<string, EyeSize>>> = {
  human: { opening: [0.17, 0.215], iris: [0.138, 0.182] },
  ghost: { opening: [0.15, 0.23], iris: [0.13, 0.2] },
  robot: { opening: [0.21, 0.21], iris: [0.16, 0.16] },
  owl: { opening: [0.25, 0.25], iris: [0.215, 0.215] },
}

function sizeOf({ traits }: BodyPlan): EyeSize {
  const { being, creature } = traits
  const large = (traits.face.hasLargeEyes ? 1.1 : 1) * (creature === null ? 1 : 1.14)
  const sizes = SIZES[creature?.ears === 'tufts' ? 'owl' : being] ?? SIZES.human
  return {
    opening: [sizes.opening[0] * large, sizes.opening[1] * large],
    iris: [sizes.iris[0] * large, sizes.iris[1] * large],
  }
}

/** A ball of which only the front shows; all layers of an eye are parts of balls around the same centre. */
type EyeBall = {
  readonly centre: Vec3
  readonly radius: number
  readonly axes: readonly [right: Vec3, up: Vec3, out: Vec3]
  readonly unit: number
  readonly size: EyeSize
}

/** The left eye, on the character's left. */
function eyeBall(plan: BodyPlan): EyeBall {
  const unit = plan.frame.head.half[0]
  const face = createFaceSurface(plan)
  const size = sizeOf(plan)
  const x = Math.max(EYE_X, size.opening[0] + 0.1)
  const flat = face.normalAt(x, EYE_Y)
  // Turned a little to the front, so that both eyes look the same way.
  const out = normalize([flat[0] * 0.75, flat[1] * 0.6, flat[2]])
  const right = normalize(cross([0, 1, 0], out))
  const radius = 0.56 * unit
  const centre = add(face.at(x, EYE_Y), scale(out, 0.022 * unit - radius))
  return { centre, radius, axes: [right, cross(out, right), out], unit, size }
}

/** A point in front of a ball, by its distance from the middle of the eye, `above` the white. */
function onBall(
  { centre, radius, axes: [right, up, out], unit }: EyeBall,
  [x, y]: readonly [number, number],
  above: number,
): Vec3 {
  const [a, b] = [(x * unit) / radius, (y * unit) / radius]
  const far = radius + above * unit
  const front = Math.sqrt(Math.max(0, 1 - a * a - b * b))
  return add(centre, add(add(scale(right, a * far), scale(up, b * far)), scale(out, front * far)))
}

const namesOf = (side: Side): readonly Blendshape[] =>
  BLENDSHAPES.filter(
    (name) => /^(?:eye|brow|cheek)/.test(name) && (name.endsWith(side) || name === 'browInnerUp'),
  )

export function eyeParts(plan: BodyPlan): BodyPart[] {
  const ball = eyeBall(plan)
  const isRobot = plan.traits.being === 'robot'
  return SIDES.flatMap((side) => {
    const own = (shape: Shape) => (side === 'Left' ? shape : mirrorShape(shape))
    const eye = { name: 'Face', material: 'Gloss', bones: ['Head'] } as const
    return [
      {
        ...eye,
        region: 'eyeWhite',
        shape: own(oval(plan, ball, { half: ball.size.opening, at: [0, 0], above: 0 })),
      },
      {
        ...eye,
        material: isRobot ? 'Glow' : 'Gloss',
        region: 'iris',
        bones: [`${side}Eye`],
        ...withMorphs(plan, namesOf(side), (face) => own(iris(plan, ball, gazeOf(face, side)))),
      },
      {
        ...eye,
        material: isRobot ? 'Metal' : 'Skin',
        region: 'skin',
        ...withMorphs(plan, namesOf(side), (face) => own(lids(plan, ball, lidsOf(plan, face, side)))),
      },
      {
        ...eye,
        material: 'Skin',
        region: 'ink',
        ...withMorphs(plan, namesOf(side), (face) => own(lash(plan, ball, lidsOf(plan, face, side)))),
      },
      ...brows(plan, side),
    ] as BodyPart[]
  })
}

type Oval = {
  readonly half: readonly [wide: number, high: number]
  readonly at: readonly [x: number, y: number]
  readonly above: number
}

function oval({ detail }: BodyPlan, ball: EyeBall, { half: [wide, high], at, above }: Oval): Shape {
  return surface({
    across: detail(18),
    down: detail(4),
    at: (u, v) => {
      const angle = 2 * Math.PI * u
      return onBall(ball, [at[0] + Math.cos(angle) * wide * v, at[1] + Math.sin(angle) * high * v], above)
    },
  })
}

/** The iris with planar coordinates, so that it can be painted as seen. */
function iris(plan: BodyPlan, ball: EyeBall, gaze: readonly [number, number]): Shape {
  const shape = oval(plan, ball, { half: ball.size.iris, at: gaze, above: 0.008 })
  const uvs = shape.uvs.map((_, at, all) => {
    const angle = 2 * Math.PI * (all[at - (at % 2)] ?? 0)
    const far = all[at - (at % 2) + 1] ?? 0
    return at % 2 === 0 ? 0.5 + 0.5 * far * Math.cos(angle) : 0.5 - 0.5 * far * Math.sin(angle)
  })
  return { ...shape, uvs }
}

const of = (face: FaceWeights, name: string, side: Side): number =>
  face[`${name}${side}` as keyof FaceWeights] ?? 0

/** Where an eye looks, for the left eye, which is mirrored for the right one. */
const gazeOf = (face: FaceWeights, side: Side): readonly [number, number] => [
  0.05 * (of(face, 'eyeLookOut', side) - of(face, 'eyeLookIn', side)),
  0.045 * (of(face, 'eyeLookUp', side) - of(face, 'eyeLookDown', side)),
]

type Lids = { readonly upper: number; readonly lower: number }

/** How far the lids cover the eye, as shares of its height. */
function lidsOf({ traits }: BodyPlan, face: FaceWeights, side: Side): Lids {
  const rest =
    { ghost: 0.03, robot: 0.06 }[traits.being as 'ghost'] ?? (traits.face.brow === 'stern' ? 0.24 : 0.09)
  const [blink, wide, squint] = [
    of(face, 'eyeBlink', side),
    of(face, 'eyeWide', side),
    of(face, 'eyeSquint', side),
  ]
  const low = 0.02 + 0.2 * squint + 0.1 * of(face, 'cheekSquint', side)
  const lower = lerp(low, 0.2, blink)
  const down = 0.1 * (of(face, 'eyeLookDown', side) - of(face, 'eyeLookUp', side))
  const upper = clamp(lerp(rest + down - 0.11 * wide + 0.1 * squint, 1 - lower + 0.01, blink), 0.02, 1)
  return { upper, lower }
}

const RIM = 1.06
/** The lids' edge from the inner to the outer corner; 1 is the top. */
const edgeAt = (ball: EyeBall, share: number, level: number): readonly [number, number] => {
  const [wide, high] = [ball.size.opening[0] * RIM, ball.size.opening[1] * RIM]
  const x = Math.sin((share - 0.5) * Math.PI)
  return [x * wide, Math.sqrt(1 - x * x) * high * level]
}

/**
 * How far a lid stands out when it is closed. Viewers move its edge in a straight line from open to closed; without this
 * the line would lead through the eye.
 */
const arched = (upper: number): number => 0.07 * clamp((upper - 0.25) / 0.5)

function lids({ detail }: BodyPlan, ball: EyeBall, { upper, lower }: Lids): Shape {
  const lid = (from: number, to: number): Shape =>
    surface({
      across: detail(12),
      down: 3,
      at: (u, v) => {
        // The upper lid runs from left to right, the lower one back, so that both face outwards.
        const share = from > 0 ? u : 1 - u
        const rim = v === 0 ? 1.1 : 1
        const [x, y] = edgeAt(ball, share, lerp(from, to, clamp((v - 1 / 3) * 1.5)) * rim)
        return onBall(ball, [x * rim, y], v === 0 ? -0.02 : 0.016 + (from > 0 ? arched(upper) : 0))
      },
    })
  return mergeShapes([lid(1, 1 - 2 * upper), lid(-1, 2 * lower - 1)])
}

/** The dark edge of the upper lid, which lashes make longer. */
function lash({ detail, traits }: BodyPlan, ball: EyeBall, { upper }: Lids): Shape {
  const level = 1 - 2 * upper
  const thick = (traits.face.lashes ? 0.026 : 0.017) * ball.unit
  const outer = traits.face.lashes ? 0.3 : 0
  const path = [0.02, 0.25, 0.5, 0.75, 0.98].map((share) => {
    const [x, y] = edgeAt(ball, share, level)
    const beyond = share > 0.9 ? outer * ball.size.opening[0] : 0
    return onBall(ball, [x + beyond, y + beyond * 0.6], 0.018 + arched(upper))
  })
  return tube({
    path,
    radius: (share) => [thick * (0.5 + 0.5 * Math.sin(Math.PI * Math.min(1, share * 0.8 + 0.15))), thick],
    across: detail(4),
    down: detail(12),
    front: ball.axes[2],
  })
}

/** Only people have brows that are drawn; a stern creature's are its lids. */
function brows(plan: BodyPlan, side: Side): BodyPart[] {
  const { being, face } = plan.traits
  if (being === 'robot' || being === 'ghost' || plan.traits.creature !== null) return []
  const width = { plain: 0.032, heavy: 0.062, stern: 0.042 }[face.brow]
  const build = (weights: FaceWeights): Shape => {
    const shape = brow(plan, width, liftOf(plan, weights, side))
    return side === 'Left' ? shape : mirrorShape(shape)
  }
  return [
    {
      name: 'Face',
      material: 'Hair',
      region: 'brow',
      bones: ['Head'],
      ...withMorphs(plan, namesOf(side), build),
    },
  ]
}

type Lift = { readonly inner: number; readonly middle: number; readonly outer: number }

function liftOf({ traits }: BodyPlan, face: FaceWeights, side: Side): Lift {
  const [down, outer, inner] = [
    of(face, 'browDown', side),
    of(face, 'browOuterUp', side),
    face.browInnerUp ?? 0,
  ]
  const isStern = traits.face.brow === 'stern'
  const isSad = traits.face.mouth === 'frown' && !isStern
  return {
    inner: (isStern ? -0.07 : 0) + (isSad ? 0.06 : 0) - 0.1 * down + 0.17 * inner,
    middle: -0.07 * down + 0.08 * inner + 0.08 * outer,
    outer: (isSad ? -0.05 : 0) - 0.03 * down + 0.16 * outer,
  }
}

function brow(plan: BodyPlan, width: number, { inner, middle, outer }: Lift): Shape {
  const face = createFaceSurface(plan)
  const unit = plan.frame.head.half[0]
  const y = EYE_Y + sizeOf(plan).opening[1] + 0.1
  return tube({
    path: [
      face.at(EYE_X - 0.15, y - 0.01 + inner, 0),
      face.at(EYE_X - 0.02, y + 0.045 + middle, 0.004),
      face.at(EYE_X + 0.17, y + outer, 0),
    ],
    radius: (share) => [unit * width * (1 - 0.55 * share ** 2), unit * 0.02],
    across: plan.detail(7),
    down: plan.detail(9),
    front: [0.3, 0.1, 1],
  })
}
