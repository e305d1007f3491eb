import type { BodyPart, BodyPlan } from '../body/body-part.js'
import { hairCap } from '../body/hair-cap.js'
import { pointOnHead } from '../body/head-surface.js'
import type { Shape } from '../geometry/shape.js'
import { ellipsoid, hoop } from '../geometry/solids.js'
import { surface } from '../geometry/surface.js'
import { add, clamp, lerp, smoothstep } from '../geometry/vector.js'
import { band, brimmedHat, ribbon, toque } from './brimmed-hats.js'
import { domeParts, helmParts } from './closed-helmets.js'
import { crownShape, flowerRing, headband } from './crowns.js'

const WORN = { name: 'Hat', bones: ['Head'] } as const

export function hatParts(plan: BodyPlan): BodyPart[] {
  const kind = plan.traits.hat?.kind
  switch (kind) {
    case undefined:
      return []
    case 'top':
    case 'witch':
    case 'wide':
    case 'tricorn':
    case 'beret':
      return [cloth(brimmedHat(plan, kind)), ...(kind === 'beret' ? [] : [trim(ribbon(plan))])]
    case 'toque':
      return [cloth(toque(plan)), trim(band(plan))]
    case 'cap':
      return [cloth(shell(plan, { above: 0.13, front: 1.0, back: 1.5 })), trim(visor(plan))]
    case 'beanie':
      return [
        cloth(shell(plan, { above: 0.15, front: 1.05, back: 1.45 })),
        trim(fold(plan)),
        trim(bobble(plan)),
      ]
    case 'helmet':
      return [
        metal(shell(plan, { above: 0.16, front: 1.02, back: 2.1 })),
        { ...trim(crest(plan)), material: 'Metal' },
      ]
    case 'helm':
      return helmParts(plan)
    case 'dome':
      return domeParts(plan)
    case 'hood':
      return [{ ...cloth(hood(plan)), bones: ['Head', 'Neck', 'Chest'] }]
    case 'turban':
      return [cloth(shell(plan, { above: 0.24, front: 0.98, back: 1.7 })), trim(fold(plan))]
    case 'crown':
    case 'tiara':
      return [metal(crownShape(plan, kind))]
    case 'flowers':
      return [cloth(flowerRing(plan))]
    case 'headband':
      return [cloth(headband(plan))]
  }
}

const cloth = (shape: Shape): BodyPart => ({ ...WORN, material: 'Cloth', region: 'hat', shape })
const metal = (shape: Shape): BodyPart => ({ ...WORN, material: 'Metal', region: 'hat', shape })
const trim = (shape: Shape): BodyPart => ({ ...WORN, material: 'Cloth', region: 'hatTrim', shape })

/** A close cap: front and back edges in radians from the top, thickness relative to half the head's size. */
function shell(
  { frame, detail }: BodyPlan,
  { above, front, back }: { above: number; front: number; back: number },
): Shape {
  const down = detail(14)
  return surface({
    across: detail(36),
    down,
    at: (u, v) => {
      const angle = (u - 0.5) * 2 * Math.PI
      const edge = lerp(front, back, smoothstep(0.5, 2.1, Math.abs(angle)))
      const share = Math.min(1, (v * down) / (down - 1))
      const tucked = v > 1 - 0.5 / down
      return pointOnHead(frame, {
        angle,
        fall: share * edge,
        above: frame.head.half[0] * (tucked ? 0.02 : above),
      })
    },
  })
}

function fold({ frame, detail }: BodyPlan): Shape {
  const [width, height] = frame.head.half
  return hoop({
    line: (at) => {
      const angle = (at - 0.5) * 2 * Math.PI
      return pointOnHead(frame, {
        angle,
        fall: lerp(1.02, 1.4, smoothstep(0.5, 2.1, Math.abs(angle))),
        above: 0.15 * width,
      })
    },
    centre: frame.head.centre,
    thick: 0.07 * width,
    high: 0.15 * height,
    across: detail(8),
    around: detail(32),
  })
}

const bobble = ({ frame, detail }: BodyPlan): Shape =>
  ellipsoid({
    centre: add(frame.head.centre, [0, 1.28 * frame.head.half[1], 0]),
    radii: [0.24 * frame.head.half[0], 0.24 * frame.head.half[0], 0.24 * frame.head.half[0]],
    across: detail(14),
    down: detail(10),
  })

/** A visor along the front edge of the cap. */
const visor = ({ frame, detail }: BodyPlan): Shape =>
  surface({
    across: detail(20),
    down: 3,
    at: (u, v) => {
      const angle = (u - 0.5) * 2 * 1.05
      const out = 0.62 * Math.cos(angle * 1.35) * clamp([0, 1, 1, 0][Math.round(v * 3)] ?? 0)
      const point = pointOnHead(frame, { angle: angle * 1.02, fall: 1.02, above: 0.12 * frame.head.half[0] })
      const low = v > 0.5 ? -0.05 : 0
      return add(point, [0, (low - 0.16 * out) * frame.head.half[1], out * frame.head.half[2]])
    },
  })

const crest = ({ frame, detail }: BodyPlan): Shape =>
  surface({
    across: detail(6),
    down: detail(16),
    at: (u, v) => {
      const over = -0.85 + v * 2.6
      const [side, out] = [
        Math.sin(2 * Math.PI * (u - 0.5)) * 0.07,
        0.5 + 0.5 * Math.cos(2 * Math.PI * (u - 0.5)),
      ]
      const above = frame.head.half[0] * (0.13 + 0.2 * out * Math.sin(Math.PI * v) ** 0.6)
      const point = pointOnHead(frame, { angle: over < 0 ? 0 : Math.PI, fall: Math.abs(over), above })
      return add(point, [side * frame.head.half[0], 0, 0])
    },
  })

function hood(plan: BodyPlan): Shape {
  const cut = {
    volume: 0.26,
    front: 0.86,
    side: 2.3,
    back: 2.5,
    hang: 0.02,
    flare: 0.1,
    clumps: 0,
    curl: 0,
    isSwept: false,
  }
  return hairCap(plan, cut)
}
