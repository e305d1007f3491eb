import { dot, type Vec3 } from '../geometry/vector.js'

/** Maps points to the picture in pixels: x to the right, y down, and depth, where larger is farther away. */
export type Projection = { readonly size: number; readonly project: (point: Vec3) => Vec3 }

/** Three indices per triangle. */
export type Mesh = { readonly positions: Float32Array; readonly indices: Uint32Array }

/** Per pixel: the nearest triangle (-1 for none), its depth, and the barycentric weights of its second and third corner. */
export type VisibilityBuffer = {
  readonly depth: Float32Array
  readonly triangle: Int32Array
  readonly second: Float32Array
  readonly third: Float32Array
}

/** Draws triangles with a depth buffer. */
export function rasterizeMesh({ size, project }: Projection, { positions, indices }: Mesh): VisibilityBuffer {
  const seen: VisibilityBuffer = {
    depth: new Float32Array(size * size).fill(Number.POSITIVE_INFINITY),
    triangle: new Int32Array(size * size).fill(-1),
    second: new Float32Array(size * size),
    third: new Float32Array(size * size),
  }
  const points = projected(positions, project)
  for (let triangle = 0; triangle < indices.length / 3; triangle += 1) {
    const corner = (at: number): Corner => {
      const from = 3 * (indices[3 * triangle + at] ?? 0)
      return { x: points[from] ?? 0, y: points[from + 1] ?? 0, far: points[from + 2] ?? 0 }
    }
    rasterizeTriangle({ seen, size, triangle }, [corner(0), corner(1), corner(2)])
  }
  return seen
}

type Corner = { readonly x: number; readonly y: number; readonly far: number }
type TriangleTarget = { readonly seen: VisibilityBuffer; readonly size: number; readonly triangle: number }

/** Draws a triangle into the pixels whose centres it covers, unless something nearer is drawn there. */
function rasterizeTriangle(
  { seen, size, triangle }: TriangleTarget,
  [a, b, c]: readonly [Corner, Corner, Corner],
): void {
  const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
  if (Math.abs(area) < 1e-9) return
  const left = Math.max(0, Math.ceil(Math.min(a.x, b.x, c.x) - 0.5))
  const right = Math.min(size - 1, Math.floor(Math.max(a.x, b.x, c.x) - 0.5))
  const top = Math.max(0, Math.ceil(Math.min(a.y, b.y, c.y) - 0.5))
  const bottom = Math.min(size - 1, Math.floor(Math.max(a.y, b.y, c.y) - 0.5))
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const [px, py] = [x + 0.5 - a.x, y + 0.5 - a.y]
      const second = (px * (c.y - a.y) - (c.x - a.x) * py) / area
      const third = ((b.x - a.x) * py - px * (b.y - a.y)) / area
      if (second < 0 || third < 0 || second + third > 1) continue
      const far = a.far + second * (b.far - a.far) + third * (c.far - a.far)
      const pixel = y * size + x
      if (far >= (seen.depth[pixel] ?? 0)) continue
      seen.depth[pixel] = far
      seen.triangle[pixel] = triangle
      seen.second[pixel] = second
      seen.third[pixel] = third
    }
  }
}

function projected(positions: Float32Array, project: Projection['project']): Float32Array {
  const points = new Float32Array(positions.length)
  for (let at = 0; at < positions.length; at += 3) {
    points.set(project([positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0]), at)
  }
  return points
}

export type OrthographicCamera = {
  readonly right: Vec3
  readonly up: Vec3
  readonly to: Vec3
  readonly centre: Vec3 /** Pixels for a metre. */
  readonly zoom: number
  readonly size: number
}

/** An orthographic projection that looks along `to`. */
export const orthographicProjection = ({
  right,
  up,
  to,
  centre,
  zoom,
  size,
}: OrthographicCamera): Projection => ({
  size,
  project: (point) => {
    const [x, y, z] = [point[0] - centre[0], point[1] - centre[1], point[2] - centre[2]]
    const from: Vec3 = [x, y, z]
    return [size / 2 + zoom * dot(from, right), size / 2 - zoom * dot(from, up), zoom * dot(from, to)]
  },
})
