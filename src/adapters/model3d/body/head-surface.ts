import { superellipsePoint } from '../geometry/tube.js'
import { add, clamp, smoothstep, type Vec3 } from '../geometry/vector.js'
import type { BodyFrame } from '../skeleton/body-frame.js'

/** Position of the eyes in radians: from the nose, and from the top of the head. */
export const EYE_ANGLE = 0.43
export const EYE_FALL = 1.63

/** Radians to each side of the nose that get most of the texels. */
const FACE_ANGLE = 1.35
const FACE_SHARE = 0.78

/** Converts the horizontal position in the texture (0 to 1) to the angle around the head's axis, 0 at the nose. */
export function faceAngle(u: number): number {
  const away = Math.abs(u - 0.5) * 2
  const angle =
    away <= FACE_SHARE
      ? (away / FACE_SHARE) * FACE_ANGLE
      : FACE_ANGLE + ((away - FACE_SHARE) / (1 - FACE_SHARE)) * (Math.PI - FACE_ANGLE)
  return u < 0.5 ? -angle : angle
}

export function faceShare(angle: number): number {
  const away = Math.abs(angle)
  const share =
    away <= FACE_ANGLE
      ? (away / FACE_ANGLE) * FACE_SHARE
      : FACE_SHARE + ((away - FACE_ANGLE) / (Math.PI - FACE_ANGLE)) * (1 - FACE_SHARE)
  return 0.5 + (angle < 0 ? -share : share) / 2
}

export type HeadPoint = {
  /** Around the head's axis, 0 at the nose. */
  readonly angle: number
  /** From the top, 0 to pi. */
  readonly fall: number
  /** Metres above the skin. */
  readonly above?: number
}

/** A point on the head's surface or above it. The head has rounded cheeks, a small chin and a slightly flat face. */
export function pointOnHead({ head }: BodyFrame, { angle, fall, above = 0 }: HeadPoint): Vec3 {
  const [ring, height] = superellipsePoint(fall, head.square > 2 ? head.square : 2)
  const lower = clamp(-height)
  const full = head.square > 2 ? ring : ring ** 0.86
  const width = full * (1 - 0.17 * lower * lower) * (1 + 0.035 * cheek(height))
  const depth = full * (1 - 0.1 * lower * lower)
  const [x, z] = superellipsePoint(angle, Math.max(2.25, head.square))
  const profile = head.hasProfile ? profileAt(angle, fall) : 0
  const flat = z > 0 ? 0.95 : 1 + 0.04 * clamp(height + 0.2)
  return add(head.centre, [
    x * (width * head.half[0] + above * ring),
    height * (head.half[1] + above),
    z * flat * (depth * head.half[2] + above * ring) + head.half[2] * (0.07 * lower + profile),
  ])
}

/** What stands out of a face or lies back in it: how far in halves of the head, where it is, and how wide and high. */
type Relief = { readonly by: number; readonly fall: number; readonly wide: number; readonly high: number }

const PROFILE: readonly Relief[] = [
  // Between the brows and along the eyes, which lie in it.
  { by: -0.045, fall: 1.62, wide: 0.62, high: 0.17 },
  // Around the mouth.
  { by: 0.03, fall: 2.05, wide: 0.42, high: 0.17 },
  // Between lips and chin.
  { by: -0.02, fall: 2.33, wide: 0.4, high: 0.09 },
  { by: 0.06, fall: 2.55, wide: 0.36, high: 0.15 },
]

/** How far the face of a person is before the ball of its head. */
const profileAt = (angle: number, fall: number): number =>
  PROFILE.reduce(
    (sum, { by, wide, high, fall: at }) =>
      sum + by * Math.exp(-((angle / wide) ** 2) - ((fall - at) / high) ** 2),
    0,
  )

const cheek = (height: number): number => smoothstep(-0.85, -0.35, height) * smoothstep(0.15, -0.3, height)
