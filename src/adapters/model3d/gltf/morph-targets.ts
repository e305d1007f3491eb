import type { Accessor, Buffer as Bin, Document, Mesh, Primitive } from '@gltf-transform/core'
import type { BodyPart } from '../body/body-part.js'
import { BLENDSHAPES } from '../face/blendshapes.js'

type MorphedPart = Pick<BodyPart, 'shape' | 'morphs'>
type Writing = { readonly document: Document; readonly bin: Bin }

export const hasMorphs = (pieces: readonly MorphedPart[]): boolean =>
  pieces.some(({ morphs }) => morphs !== undefined)

/** All primitives of a mesh have all 52 targets; those that move nothing share one sparse accessor without values. */
export function addMorphTargets(
  { document, bin }: Writing,
  primitive: Primitive,
  pieces: readonly MorphedPart[],
): void {
  const values = pieces.reduce((sum, { shape }) => sum + shape.positions.length, 0)
  const sparse = (array: Float32Array<ArrayBuffer>): Accessor =>
    document.createAccessor().setType('VEC3').setArray(array).setBuffer(bin).setSparse(isMostlyStill(array))
  const still = sparse(new Float32Array(values))
  for (const name of BLENDSHAPES) {
    const isMoving = pieces.some(({ morphs }) => morphs?.[name] !== undefined)
    const target = document.createPrimitiveTarget(name)
    primitive.addTarget(
      target.setAttribute('POSITION', isMoving ? sparse(joined(pieces, name, values)) : still),
    )
  }
}

/** Above half, an index for each vertex that moves costs more than it saves. */
function isMostlyStill(values: Float32Array): boolean {
  let moved = 0
  for (let at = 0; at < values.length; at += 3) {
    if (values[at] !== 0 || values[at + 1] !== 0 || values[at + 2] !== 0) moved += 1
  }
  return moved <= values.length / 6
}

function joined(
  pieces: readonly MorphedPart[],
  name: (typeof BLENDSHAPES)[number],
  values: number,
): Float32Array<ArrayBuffer> {
  const all = new Float32Array(values)
  let at = 0
  for (const { morphs, shape } of pieces) {
    const moved = morphs?.[name]
    if (moved !== undefined) all.set(moved, at)
    at += shape.positions.length
  }
  return all
}

/** Viewers find targets by these names. */
export function nameMorphTargets(mesh: Mesh): void {
  mesh.setExtras({ targetNames: [...BLENDSHAPES] }).setWeights(BLENDSHAPES.map(() => 0))
}
