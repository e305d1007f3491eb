import { mergeShapes, mirrorShape, type Shape } from '../geometry/shape.js'
import { surface } from '../geometry/surface.js'
import { tube } from '../geometry/tube.js'
import { add, lerp, smoothstep } from '../geometry/vector.js'
import type { BodyPart, BodyPlan } from './body-part.js'
import { pointOnHead } from './head-surface.js'

export function beardParts(plan: BodyPlan): BodyPart[] {
  const { beard } = plan.traits
  if (beard === null || beard.style === 'stubble') return []
  const hasWhiskers = beard.style !== 'moustache'
  const moustache = half(plan)
  const shape = mergeShapes([...(hasWhiskers ? [whiskers(plan)] : []), moustache, mirrorShape(moustache)])
  return [{ name: 'Beard', material: 'Hair', region: 'beard', bones: ['Head'], shape }]
}

/** Around the chin from ear to ear; the mouth stays free. */
function whiskers({ frame, detail, traits }: BodyPlan): Shape {
  const [size] = frame.head.half
  const style = traits.beard?.style
  const reach = style === 'goatee' ? 0.5 : 1.42
  const long = style === 'long' ? 0.95 : 0.12
  const down = detail(16)
  return surface({
    across: detail(30),
    down,
    at: (u, v) => {
      const angle = (u - 0.5) * 2 * reach
      const side = Math.abs(u - 0.5) * 2
      const isEdge = v > 1 - 0.5 / down || side > 0.999
      const top = lerp(2.2, style === 'goatee' ? 2.3 : 1.7, smoothstep(0.3, 0.85, side))
      const fall = lerp(top, 2.75, Math.min(1, v * 1.05))
      const bulge = Math.sin(Math.PI * Math.min(1, v * 0.8 + 0.12)) ** 0.7 * Math.sqrt(1 - side ** 6)
      const above = isEdge || v === 0 ? -0.02 * size : size * 0.15 * bulge
      const strands = 1 + 0.1 * Math.cos(angle * 11) * v
      const hang = long * size * smoothstep(0.35, 1, v) * (1 - smoothstep(0.1, 0.95, side))
      return add(pointOnHead(frame, { angle, fall, above: above * strands }), [0, -hang, 0.1 * hang])
    },
  })
}

function half({ frame, detail }: BodyPlan): Shape {
  const [size] = frame.head.half
  const at = (angle: number, fall: number, above: number) =>
    pointOnHead(frame, { angle, fall, above: above * size })
  return tube({
    path: [at(-0.03, 1.93, 0.04), at(0.18, 1.97, 0.05), at(0.42, 2.06, 0.01)],
    radius: (share) => [size * 0.1 * (1 - 0.7 * share), size * 0.08 * (1 - 0.5 * share)],
    across: detail(10),
    down: detail(10),
    front: [0, 1, 0.2],
  })
}
