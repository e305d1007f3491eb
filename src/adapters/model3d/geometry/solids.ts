import type { Shape } from './shape.js'
import { surface } from './surface.js'
import { superellipsePoint } from './tube.js'
import { add, cross, normalize, scale, type Vec3 } from './vector.js'

/** Scales a number of segments: as given for the model, fewer for the preview. */
export type Detail = (segments: number) => number

export type Ellipsoid = {
  readonly centre: Vec3
  readonly radii: Vec3
  readonly across: number
  readonly down: number
  /** Exponent of the superellipse; above 2 is boxier. */
  readonly square?: number
}

export const ellipsoid = ({ centre, radii, across, down, square = 2 }: Ellipsoid): Shape =>
  surface({
    across,
    down,
    at: (u, v) => {
      const [x, z] = superellipsePoint((u - 0.5) * 2 * Math.PI, square)
      const [ring, height] = superellipsePoint(Math.PI * v, square)
      return add(centre, [x * ring * radii[0], height * radii[1], z * ring * radii[2]])
    },
  })

export type Lathe = {
  readonly centre: Vec3
  /** Radius and height from the centre, from the top down. */
  readonly profile: readonly (readonly [radius: number, height: number])[]
  readonly across: number
  /** Depth relative to width. */
  readonly depth?: number
  /** Backward tilt in radians. */
  readonly tilt?: number
}

/** A surface of revolution; corners of the profile stay sharp. */
export function lathe({ centre, profile, across, depth = 1, tilt = 0 }: Lathe): Shape {
  const down = profile.length - 1
  const [sine, cosine] = [Math.sin(tilt), Math.cos(tilt)]
  return surface({
    across,
    down,
    at: (u, v) => {
      const [radius, height] = profile[Math.round(v * down)] ?? [0, 0]
      const [x, z] = superellipsePoint((u - 0.5) * 2 * Math.PI)
      const far = z * radius * depth
      return add(centre, [x * radius, height * cosine + far * sine, far * cosine - height * sine])
    },
  })
}

export type Hoop = {
  /** A closed line by the fraction of the way around (0 to 1), counter-clockwise seen from above. */
  readonly line: (share: number) => Vec3
  readonly centre: Vec3
  /** Half the thickness outwards, and half the height. */
  readonly thick: number
  readonly high: number
  readonly across: number
  readonly around: number
  readonly square?: number
  /** Default: up. */
  readonly axis?: Vec3
}

/** A band around something: belts, collars, rims, the frames of glasses. */
export const hoop = ({
  line,
  centre,
  thick,
  high,
  across,
  around,
  square = 2,
  axis = [0, 1, 0],
}: Hoop): Shape =>
  surface({
    across: around,
    down: across,
    at: (u, v) => {
      const point = line(u)
      const [dx, dy, dz] = [point[0] - centre[0], point[1] - centre[1], point[2] - centre[2]]
      const flat = normalize(cross(cross(axis, [dx, dy, dz]), axis))
      const [inwards, up] = superellipsePoint(2 * Math.PI * v, square)
      return add(point, add(scale(flat, inwards * thick), scale(axis, up * high)))
    },
  })

export type Disc = {
  readonly centre: Vec3
  readonly facing: Vec3
  readonly radius: number
  readonly bulge: number
  readonly across: number
  readonly down: number
}

/** A round plate that bulges in the direction it faces. */
export function disc({ centre, facing, radius, bulge, across, down }: Disc): Shape {
  const aside = normalize(cross([0, 1, 0], facing))
  const up = cross(facing, aside)
  return surface({
    across,
    down,
    at: (u, v) => {
      const angle = 2 * Math.PI * u
      const flat = add(scale(aside, radius * v * Math.cos(angle)), scale(up, radius * v * Math.sin(angle)))
      return add(centre, add(flat, scale(facing, bulge * Math.sqrt(1 - v * v))))
    },
  })
}
