import type { Shape } from '../geometry/shape.js'
import { surface } from '../geometry/surface.js'
import { lerp, smoothstep, type Vec3 } from '../geometry/vector.js'
import type { BodyFrame } from '../skeleton/body-frame.js'
import type { BodyPlan } from './body-part.js'
import { pointOnHead } from './head-surface.js'

export type Cut = {
  /** Distance from the head, as a fraction of half the head's width. */
  readonly volume: number
  /** Where the hair ends, in radians from the top: over the forehead, before the ears, at the nape. */
  readonly front: number
  readonly side: number
  readonly back: number
  /** How far it hangs below the head, as a fraction of the chin's height; 0 when it ends on the head. */
  readonly hang: number
  /** How far the ends flare outwards; negative for inwards. */
  readonly flare: number
  readonly clumps: number
  readonly curl: number
  /** Parted at the side. */
  readonly isSwept: boolean
}

/** Fraction of a hanging column after which it leaves the head. */
const LEAVES_HEAD_AT = 0.56

/** Hair as one shell: each column runs from the crown to its end, where it closes onto the head. */
export function hairCap({ frame, detail }: BodyPlan, cut: Cut): Shape {
  const down = detail(18)
  return surface({
    across: detail(56),
    down,
    at: (u, v) => {
      const angle = columnAngle(u)
      const share = v >= 1 - 0.5 / down ? 1 : (v * down) / (down - 1)
      const tucked = v >= 1 - 0.5 / down
      const hangs = cut.hang > 0 ? smoothstep(1.12, 1.5, Math.abs(angle)) : 0
      const close = onCap(frame, cut, { angle, share, tucked })
      if (hangs === 0) return close
      const loose = hanging(frame, cut, { angle, share, tucked })
      return [
        lerp(close[0], loose[0], hangs),
        lerp(close[1], loose[1], hangs),
        lerp(close[2], loose[2], hangs),
      ]
    },
  })
}

/** Places more columns around the temples, where the hairline is steep. */
function columnAngle(u: number): number {
  const at = (u - 0.5) * 2
  return Math.PI * (at - 0.16 * Math.sin(2 * Math.PI * at) * 0.5)
}

type Place = { readonly angle: number; readonly share: number; readonly tucked: boolean }

function onCap(frame: BodyFrame, cut: Cut, { angle, share, tucked }: Place): Vec3 {
  const fall = share * hairline(cut, angle)
  const above = tucked ? -0.02 * frame.head.half[0] : thickness(frame, cut, { angle, share, tucked })
  return pointOnHead(frame, { angle, fall, above })
}

/** Where a column ends on the head. */
export function hairline({ front, side, back, clumps, isSwept }: Cut, angle: number): number {
  const away = Math.abs(angle)
  const temple = smoothstep(0.6, 1.36, away)
  const nape = smoothstep(1.66, 2.6, away)
  // Round before the ear, and round about it.
  const burn = 0.13 * Math.exp(-(((away - 1.32) / 0.2) ** 2))
  const arch = -0.06 * Math.exp(-(((away - 1.66) / 0.16) ** 2))
  const parting = isSwept ? 0.16 * Math.sin(1.3 * angle + 0.5) * (1 - temple) : 0
  const ragged = 0.05 * Math.abs(Math.sin((clumps / 2) * angle + 0.6)) * (1 - 0.6 * temple)
  return lerp(lerp(front + parting, side, temple), back, nape) + ragged + burn + arch
}

function thickness({ head }: BodyFrame, cut: Cut, { angle, share }: Place): number {
  const end = Math.sqrt(1 - share ** 5)
  const strands =
    1 + (0.1 + 0.12 * share) * Math.cos(cut.clumps * angle + 1.2 * share) * smoothstep(0.1, 0.5, share)
  const curls =
    1 +
    cut.curl * Math.sin(9 * angle + 4 * share) * Math.sin(17 * share + 2 * angle) * smoothstep(0, 0.2, share)
  return head.half[0] * (cut.volume * end * strands * curls + 0.012 * end)
}

/** Over the ear and the back of the head, then straight down behind the shoulders. */
function hanging(frame: BodyFrame, cut: Cut, { angle, share, tucked }: Place): Vec3 {
  const { unit } = frame
  const leaves = 1.72
  const onTop = share < LEAVES_HEAD_AT
  const above =
    frame.head.half[0] * cut.volume * (1 + 0.14 * Math.cos(cut.clumps * angle) * smoothstep(0.1, 0.5, share))
  const fall = onTop ? (share / LEAVES_HEAD_AT) * leaves : leaves
  const [x, y, z] = pointOnHead(frame, { angle, fall, above })
  if (onTop) return [x, y, z]
  const way = (share - LEAVES_HEAD_AT) / (1 - LEAVES_HEAD_AT)
  const ends = unit * (1 - cut.hang) + 0.022 * unit * Math.cos(cut.clumps * angle)
  const height = lerp(y, ends, way)
  const drawn = 1 + cut.flare * way * way - (tucked ? 0.25 : 0)
  const back = lerp(
    z,
    Math.min(z, -0.5 * frame.head.half[2]) - 0.01 * unit,
    smoothstep(0.25, 0.7, way * Math.min(1, cut.hang * 5)),
  )
  const wave = 1 + 0.03 * cut.curl * Math.sin(14 * way)
  return [x * drawn * wave, height, back * (tucked ? 0.9 : 1) * (cut.flare > 0 ? drawn : 1)]
}
