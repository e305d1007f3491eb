import type { Shape } from '../geometry/shape.js'

/** The 52 blendshapes of ARKit, in the order of `bot_animation` (docs/wire-protocol.md, Animation). */
export const BLENDSHAPES = [
  'browDownLeft',
  'browDownRight',
  'browInnerUp',
  'browOuterUpLeft',
  'browOuterUpRight',
  'cheekPuff',
  'cheekSquintLeft',
  'cheekSquintRight',
  'eyeBlinkLeft',
  'eyeBlinkRight',
  'eyeLookDownLeft',
  'eyeLookDownRight',
  'eyeLookInLeft',
  'eyeLookInRight',
  'eyeLookOutLeft',
  'eyeLookOutRight',
  'eyeLookUpLeft',
  'eyeLookUpRight',
  'eyeSquintLeft',
  'eyeSquintRight',
  'eyeWideLeft',
  'eyeWideRight',
  'jawForward',
  'jawLeft',
  'jawOpen',
  'jawRight',
  'mouthClose',
  'mouthDimpleLeft',
  'mouthDimpleRight',
  'mouthFrownLeft',
  'mouthFrownRight',
  'mouthFunnel',
  'mouthLeft',
  'mouthLowerDownLeft',
  'mouthLowerDownRight',
  'mouthPressLeft',
  'mouthPressRight',
  'mouthPucker',
  'mouthRight',
  'mouthRollLower',
  'mouthRollUpper',
  'mouthShrugLower',
  'mouthShrugUpper',
  'mouthSmileLeft',
  'mouthSmileRight',
  'mouthStretchLeft',
  'mouthStretchRight',
  'mouthUpperUpLeft',
  'mouthUpperUpRight',
  'noseSneerLeft',
  'noseSneerRight',
  'tongueOut',
] as const

export type Blendshape = (typeof BLENDSHAPES)[number]

/** How much of each blendshape a face shows, 0 to 1; what is missing is 0. */
export type FaceWeights = Partial<Readonly<Record<Blendshape, number>>>

/** Displacements of all positions in metres, by blendshape; a blendshape that moves nothing is missing. */
export type MorphTargets = Partial<Readonly<Record<Blendshape, Float32Array>>>

/** Displacements below this, in metres, cannot be seen. */
const STILL = 3e-4

/** What is only seen on top of another blendshape; alone it would move what is not there. */
const ON_TOP_OF: FaceBase = { mouthClose: 'jawOpen' }
type FaceBase = Partial<Readonly<Record<Blendshape, Blendshape>>>

/** A shape that changes with the face, and its displacements by these blendshapes, if the plan wants any. */
export function withMorphs(
  { isExpressive }: { readonly isExpressive: boolean },
  names: readonly Blendshape[],
  build: (face: FaceWeights) => Shape,
): { readonly shape: Shape; readonly morphs: MorphTargets } {
  const shape = build({})
  const moved = (isExpressive ? names : []).flatMap((name) => {
    const base = ON_TOP_OF[name]
    const before = base === undefined ? shape : build({ [base]: 1 })
    const after = build({ ...(base !== undefined && { [base]: 1 }), [name]: 1 })
    const target = after.positions.map((value, at) => {
      const moved = value - (before.positions[at] ?? 0)
      return Math.abs(moved) < STILL ? 0 : moved
    })
    return target.some((value) => value !== 0) ? [[name, target] as const] : []
  })
  return { shape, morphs: Object.fromEntries(moved) }
}
