import { add, clamp, lerp, scale, subtract, type Vec3 } from './vector.js'

/** A point on the Catmull-Rom curve through all points; `share` is 0 at the first and 1 at the last. */
export function catmullRom(points: readonly Vec3[], share: number): Vec3 {
  const { index, rest } = placeOf(points.length, share)
  const [a, b, c, d] = [index - 1, index, index + 1, index + 2].map((at) => pointAt(points, at)) as Four<Vec3>
  const [square, cube] = [rest * rest, rest * rest * rest]
  const parts = [
    scale(a, (-cube + 2 * square - rest) / 2),
    scale(b, (3 * cube - 5 * square + 2) / 2),
    scale(c, (-3 * cube + 4 * square + rest) / 2),
    scale(d, (cube - square) / 2),
  ] as const
  return add(add(parts[0], parts[1]), add(parts[2], parts[3]))
}

/** Interpolates numbers without overshooting: linear between neighbours, with softened corners. */
export function interpolateSoftly(values: readonly number[], share: number): number {
  const { index, rest } = placeOf(values.length, share)
  const soft = lerp(rest, rest * rest * (3 - 2 * rest), 0.5)
  return lerp(values[index] ?? 0, values[index + 1] ?? values[index] ?? 0, soft)
}

type Four<T> = [T, T, T, T]

function placeOf(count: number, share: number) {
  const at = clamp(share) * (count - 1)
  const index = Math.min(count - 2, Math.floor(at))
  return { index, rest: at - index }
}

/** Extrapolates the ends linearly. */
function pointAt(points: readonly Vec3[], index: number): Vec3 {
  const inside = points[clamp(index, 0, points.length - 1)] ?? [0, 0, 0]
  if (index >= 0 && index < points.length) return inside
  const next = points[index < 0 ? 1 : points.length - 2] ?? inside
  return subtract(scale(inside, 2), next)
}
