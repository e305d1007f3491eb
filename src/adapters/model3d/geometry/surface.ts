import { type Shape, withNormals } from './shape.js'
import type { Vec3 } from './vector.js'

export type Grid = {
  /** Steps to the right and down, seen from outside. */
  readonly across: number
  readonly down: number
  /** `u` and `v` are 0 to 1. */
  readonly at: (u: number, v: number) => Vec3
}

/** A grid bent to a surface; drops triangles without area. */
export function surface({ across, down, at }: Grid): Shape {
  const width = across + 1
  const positions = new Float32Array(3 * width * (down + 1))
  const uvs = new Float32Array(2 * width * (down + 1))
  for (let vertex = 0; vertex < width * (down + 1); vertex += 1) {
    const [u, v] = [(vertex % width) / across, Math.floor(vertex / width) / down]
    positions.set(at(u, v), 3 * vertex)
    uvs[2 * vertex] = u
    uvs[2 * vertex + 1] = v
  }
  return withNormals({ positions, uvs, indices: facesOf(positions, { across, down }) })
}

/** Two triangles per cell. */
function facesOf(points: Float32Array, { across, down }: Omit<Grid, 'at'>): Uint32Array {
  const indices: number[] = []
  const put = (a: number, b: number, c: number) => {
    if (hasArea(points, [a, b, c])) indices.push(a, b, c)
  }
  for (let cell = 0; cell < across * down; cell += 1) {
    const a = Math.floor(cell / across) * (across + 1) + (cell % across)
    const [b, d] = [a + 1, a + across + 1]
    put(a, d, b)
    put(b, d, d + 1)
  }
  return Uint32Array.from(indices)
}

function hasArea(points: Float32Array, [a, b, c]: readonly [number, number, number]): boolean {
  const side = (from: number, to: number, axis: number) =>
    (points[3 * to + axis] ?? 0) - (points[3 * from + axis] ?? 0)
  const [ux, uy, uz] = [side(a, b, 0), side(a, b, 1), side(a, b, 2)]
  const [vx, vy, vz] = [side(a, c, 0), side(a, c, 1), side(a, c, 2)]
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) > 1e-10
}
