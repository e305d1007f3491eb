import type { Traits } from '../description/traits.js'
import type { MorphTargets } from '../face/blendshapes.js'
import type { Shape } from '../geometry/shape.js'
import type { Detail } from '../geometry/solids.js'
import type { BodyFrame } from '../skeleton/body-frame.js'
import type { Bone } from '../skeleton/bones.js'
import type { Region } from '../texture/atlas-layout.js'

export type MaterialName = 'Skin' | 'Cloth' | 'Hair' | 'Leather' | 'Metal' | 'Gloss' | 'Glow'

/** A mesh of the body with its material and bones. */
export type BodyPart = {
  /** Parts with the same name become one node. */
  readonly name: string
  readonly material: MaterialName
  /** The region of the atlas that the UVs cover. */
  readonly region: Region
  /** Bones that may move it; the nearest has the most influence. */
  readonly bones: readonly Bone[]
  readonly shape: Shape
  /** How the face moves it; absent outside the face. */
  readonly morphs?: MorphTargets
}

/** Input of all part makers. */
export type BodyPlan = {
  readonly traits: Traits
  readonly frame: BodyFrame
  readonly detail: Detail
  /** Whether the face gets morph targets. */
  readonly isExpressive: boolean
}
