import type { Shape } from '../geometry/shape.js'
import { clamp, dot, lerp, type Vec3 } from '../geometry/vector.js'
import type { Atlas } from '../texture/atlas.js'
import type { Projection, VisibilityBuffer } from './rasterize.js'

/** The direction of the light and its shadow map. */
export type Light = { readonly towards: Vec3; readonly view: Projection; readonly depth: Float32Array }

export type Shading = {
  readonly shape: Shape
  readonly atlas: Atlas
  readonly seen: VisibilityBuffer
  /** RGB, three bytes per pixel: the background. */
  readonly backdrop: Uint8Array
  readonly eye: Vec3
  readonly light: Light
}

const SKY: Vec3 = [0.5, 0.53, 0.6]
const GROUND: Vec3 = [0.29, 0.26, 0.26]
const KEY: Vec3 = [0.8, 0.76, 0.68]

/**
 * Shades every pixel of the body: sky light from above, one light with shadows, and a rim light. Approximates the
 * sRGB curve by squares and square roots.
 */
export function shadePixels(shading: Shading): Uint8Array {
  const { seen, backdrop } = shading
  const pixels = Uint8Array.from(backdrop)
  for (let pixel = 0; pixel < seen.triangle.length; pixel += 1) {
    if ((seen.triangle[pixel] ?? -1) >= 0) pixels.set(colourOf(shading, pixel), 3 * pixel)
  }
  return pixels
}

function colourOf({ shape, atlas, seen, eye, light }: Shading, pixel: number): Vec3 {
  const spot = spotOf(shape, seen, pixel)
  const facing = at3(shape.normals, spot)
  // Cloth and hair are two-sided.
  const turn = (dot(facing, eye) < 0 ? -1 : 1) / (Math.hypot(...facing) || 1)
  const normal: Vec3 = [facing[0] * turn, facing[1] * turn, facing[2] * turn]
  const towards = clamp(dot(normal, light.towards))
  const key = towards === 0 ? 0 : towards * shadowedLight(light, at3(shape.positions, spot))
  const sky = 0.5 + 0.5 * normal[1]
  const rim = 0.1 * (1 - clamp(dot(normal, eye))) ** 3 * (0.4 + 0.6 * sky)
  const texel = texelAt(atlas, at2(shape.uvs, spot, 0), at2(shape.uvs, spot, 1))
  const part = (axis: 0 | 1 | 2): number => {
    const base = ((atlas.texels[texel + axis] ?? 0) / 255) ** 2
    return 255 * Math.sqrt(clamp(base * (lerp(GROUND[axis], SKY[axis], sky) + KEY[axis] * key) + rim))
  }
  return [part(0), part(1), part(2)]
}

/** A point in a triangle: three corners and their weights. */
type Spot = { readonly a: number; readonly b: number; readonly c: number; readonly shares: Vec3 }

function spotOf({ indices }: Shape, { triangle, second, third }: VisibilityBuffer, pixel: number): Spot {
  const from = 3 * (triangle[pixel] ?? 0)
  const [two, three] = [second[pixel] ?? 0, third[pixel] ?? 0]
  return {
    a: indices[from] ?? 0,
    b: indices[from + 1] ?? 0,
    c: indices[from + 2] ?? 0,
    shares: [1 - two - three, two, three],
  }
}

const at3 = (values: Float32Array, spot: Spot): Vec3 => [
  between(values, spot, 0),
  between(values, spot, 1),
  between(values, spot, 2),
]

const between = (values: Float32Array, { a, b, c, shares }: Spot, axis: number): number =>
  shares[0] * (values[3 * a + axis] ?? 0) +
  shares[1] * (values[3 * b + axis] ?? 0) +
  shares[2] * (values[3 * c + axis] ?? 0)

const at2 = (values: Float32Array, { a, b, c, shares }: Spot, axis: number): number =>
  shares[0] * (values[2 * a + axis] ?? 0) +
  shares[1] * (values[2 * b + axis] ?? 0) +
  shares[2] * (values[2 * c + axis] ?? 0)

/** Offsets in shadow map pixels at which shadows are sampled, for soft edges. */
const TAPS = [
  0, 0, 1.6, 0.5, -1.6, -0.5, 0.5, -1.6, -0.5, 1.6, 2.6, 2.6, -2.6, 2.6, 2.6, -2.6, -2.6, -2.6,
] as const
/** Shadow bias: depth differences up to this count as the same surface. */
const SAME = 4.5

/** Fraction of the light that reaches a point. */
function shadowedLight({ view, depth }: Light, point: Vec3): number {
  const [x, y, far] = view.project(point)
  let lit = 0
  for (let tap = 0; tap < TAPS.length; tap += 2) {
    const [column, row] = [Math.round(x + (TAPS[tap] ?? 0)), Math.round(y + (TAPS[tap + 1] ?? 0))]
    const isInside = column >= 0 && row >= 0 && column < view.size && row < view.size
    if (!isInside || far - (depth[row * view.size + column] ?? 0) < SAME) lit += 1
  }
  return lit / (TAPS.length / 2)
}

const texelAt = ({ size }: Atlas, u: number, v: number): number =>
  3 * (clamp(Math.floor(v * size), 0, size - 1) * size + clamp(Math.floor(u * size), 0, size - 1))
