import type { Vec3 } from './vector.js'

/** A triangle mesh, counter-clockwise seen from outside. `uvs` are 0 to 1, v down. */
export type Shape = {
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly uvs: Float32Array
  readonly indices: Uint32Array
}

type ShapeWithoutNormals = Omit<Shape, 'normals'>

/** Points per metre of the grid on which vertices are welded for normals, so that seams and poles are smooth. */
const WELD = 1e4

/** Adds smooth normals. */
export function withNormals({ positions, uvs, indices }: ShapeWithoutNormals): Shape {
  const places = new Map<number, number>()
  const welded = new Uint32Array(positions.length / 3)
  for (let vertex = 0; vertex < welded.length; vertex += 1) {
    const key = keyOf(pointOf(positions, vertex))
    const known = places.get(key) ?? vertex
    places.set(key, known)
    welded[vertex] = known
  }
  const sums = new Float64Array(positions.length)
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at] ?? 0, indices[at + 1] ?? 0, indices[at + 2] ?? 0]
    const normal = faceNormal(pointOf(positions, a), pointOf(positions, b), pointOf(positions, c))
    addAt(sums, welded[a] ?? 0, normal)
    addAt(sums, welded[b] ?? 0, normal)
    addAt(sums, welded[c] ?? 0, normal)
  }
  return { positions, uvs, indices, normals: normalsOf(sums, welded) }
}

export function pointOf(values: Float32Array | Float64Array, vertex: number): Vec3 {
  return [values[3 * vertex] ?? 0, values[3 * vertex + 1] ?? 0, values[3 * vertex + 2] ?? 0]
}

/** A position as one number: 16 bits per axis, which covers 6 metres. */
const keyOf = ([x, y, z]: Vec3): number => (part(x) * 65_536 + part(y)) * 65_536 + part(z)
const part = (value: number): number => Math.round(value * WELD) + 32_768

/** Not normalized: its length is twice the triangle's area, so that slivers have little weight. */
function faceNormal(a: Vec3, b: Vec3, c: Vec3): Vec3 {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]]
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
}

function addAt(sums: Float64Array, vertex: number, [x, y, z]: Vec3): void {
  sums[3 * vertex] = (sums[3 * vertex] ?? 0) + x
  sums[3 * vertex + 1] = (sums[3 * vertex + 1] ?? 0) + y
  sums[3 * vertex + 2] = (sums[3 * vertex + 2] ?? 0) + z
}

function normalsOf(sums: Float64Array, welded: Uint32Array): Float32Array {
  const normals = new Float32Array(sums.length)
  for (const [vertex, source] of welded.entries()) {
    const [x, y, z] = pointOf(sums, source)
    const size = Math.hypot(x, y, z)
    normals.set(size > 1e-12 ? [x / size, y / size, z / size] : [0, 1, 0], 3 * vertex)
  }
  return normals
}

/** Mirrors a shape to the other side of the body. */
export function mirrorShape({ positions, uvs, indices, normals }: Shape): Shape {
  const flip = (values: Float32Array) => values.map((value, at) => (at % 3 === 0 ? -value : value))
  const turned = indices.map((_, at) => indices[[at, at + 1, at - 1][at % 3] ?? at] ?? 0)
  return { positions: flip(positions), normals: flip(normals), uvs, indices: turned }
}

export function mergeShapes(shapes: readonly Shape[]): Shape {
  const indices = new Uint32Array(shapes.reduce((sum, shape) => sum + shape.indices.length, 0))
  let [at, start] = [0, 0]
  for (const shape of shapes) {
    for (const index of shape.indices) {
      indices[at] = index + start
      at += 1
    }
    start += shape.positions.length / 3
  }
  return {
    positions: concat(shapes.map((shape) => shape.positions)),
    normals: concat(shapes.map((shape) => shape.normals)),
    uvs: concat(shapes.map((shape) => shape.uvs)),
    indices,
  }
}

function concat(lists: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const all = new Float32Array(lists.reduce((sum, list) => sum + list.length, 0))
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  return all
}

export const triangleCount = ({ indices }: Shape): number => indices.length / 3

/** The shape and its mirror image. */
export const mirroredPair = (shape: Shape): Shape[] => [shape, mirrorShape(shape)]
