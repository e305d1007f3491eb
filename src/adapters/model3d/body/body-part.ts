import type { Traits } from '../description/traits.js'
import type { Shape } from '../geometry/shape.js'
import type { Detail } from '../geometry/solids.js'
import type { BodyFrame } from '../skeleton/body-frame.js'
import type { Bone } from '../skeleton/bones.js'
import type { Region } from '../texture/atlas-layout.js'

export type MaterialName = 'Skin' | 'Cloth' | 'Hair' | 'Leather' | 'Metal'

/** A piece of the body: how it is called, looks and moves. */
export type BodyPart = {
  /** Parts of one name are one node. */
  readonly name: string
  readonly material: MaterialName
  /** The part of the atlas that its UVs span. */
  readonly region: Region
  /** What may move it; the nearest counts most. */
  readonly bones: readonly Bone[]
  readonly shape: Shape
}

/** What parts are made from. */
export type BodyPlan = { readonly traits: Traits; readonly frame: BodyFrame; readonly detail: Detail }
