import { pointOf, type Shape } from '../geometry/shape.js'
import { add, clamp, dot, length, lerpVector, scale, subtract, type Vec3 } from '../geometry/vector.js'
import type { BodyFrame } from './body-frame.js'
import { BONES, type Bone } from './bones.js'

/** Four bones per vertex as indices into `BONES`, and their weights in 255ths. */
export type SkinWeights = {
  readonly joints: Uint8Array<ArrayBuffer>
  readonly shares: Uint8Array<ArrayBuffer>
}

/** Exponent by which a bone's weight falls with distance; lower values bend more softly. */
const FALLOFF = 5
const WHOLE = 255

/** Weights each vertex by its nearest bones, so that joints bend softly. */
export function skinWeightsOf(shape: Shape, frame: BodyFrame, bones: readonly Bone[]): SkinWeights {
  const count = shape.positions.length / 3
  const joints = new Uint8Array(4 * count)
  const shares = new Uint8Array(4 * count)
  const segments = bones.map((bone) => ({ joint: jointOf(bone), segment: segmentOf(frame, bone) }))
  for (let vertex = 0; vertex < count; vertex += 1) {
    const point = pointOf(shape.positions, vertex)
    const nearest = segments
      .map(({ joint, segment }) => ({ joint, pull: (distanceTo(segment, point) + 0.01) ** -FALLOFF }))
      .sort((a, b) => b.pull - a.pull)
      .slice(0, 4)
    for (const [slot, { joint, share }] of quantizedShares(nearest).entries()) {
      joints[4 * vertex + slot] = joint
      shares[4 * vertex + slot] = share
    }
  }
  return { joints, shares }
}

export const jointOf = (bone: Bone): number => BONES.findIndex(([name]) => name === bone)

type Pull = { readonly joint: number; readonly pull: number }

/** Quantizes weights to integers that add up to 255; drops bones with weight 0. */
function quantizedShares(nearest: readonly Pull[]): { readonly joint: number; readonly share: number }[] {
  const sum = nearest.reduce((total, { pull }) => total + pull, 0)
  const parts = nearest.map(({ joint, pull }) => ({ joint, share: Math.round((WHOLE * pull) / sum) }))
  const over = parts.reduce((total, { share }) => total + share, -WHOLE)
  return parts
    .map(({ joint, share }, at) => ({ joint, share: at === 0 ? share - over : share }))
    .filter(({ share }) => share > 0)
}

type Segment = readonly [from: Vec3, to: Vec3]

/** The segment from a bone's joint to the next joint; slightly extended for the last bone. */
function segmentOf(frame: BodyFrame, bone: Bone): Segment {
  const from = frame.joints[bone]
  const named = NEXT[bone]
  const next = named === undefined ? BONES.find(([, parent]) => parent === bone)?.[0] : named
  if (next !== undefined && next !== null) return [from, frame.joints[next]]
  return [from, add(from, scale(ENDS[bone] ?? [0, 0, 0], frame.unit))]
}

/** The child that continues a bone with several children. */
const NEXT: Partial<Record<Bone, Bone | null>> = { Hips: 'Spine', Chest: 'Neck', Head: null }
const ENDS: Partial<Record<Bone, Vec3>> = {
  Head: [0, 0.22, 0],
  LeftHand: [0.06, -0.08, 0],
  RightHand: [-0.06, -0.08, 0],
  LeftToes: [0, 0, 0.04],
  RightToes: [0, 0, 0.04],
}

function distanceTo([from, to]: Segment, point: Vec3): number {
  const way = subtract(to, from)
  const share = clamp(dot(subtract(point, from), way) / (dot(way, way) || 1))
  return length(subtract(point, lerpVector(from, to, share)))
}
