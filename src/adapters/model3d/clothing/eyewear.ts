import type { BodyPart, BodyPlan } from '../body/body-part.js'
import { EYE_ANGLE, EYE_FALL, pointOnHead } from '../body/head-surface.js'
import { mergeShapes, mirroredPair, mirrorShape, type Shape } from '../geometry/shape.js'
import { disc, hoop } from '../geometry/solids.js'
import { tube } from '../geometry/tube.js'
import { add, cross, normalize, scale, subtract, type Vec3 } from '../geometry/vector.js'

export function eyewearParts(plan: BodyPlan): BodyPart[] {
  const { glasses, sunglasses, goggles, eyepatch, monocle } = plan.traits.wears
  const worn = { name: 'Eyewear', bones: ['Head'] } as const
  const frames = { ...worn, material: 'Leather', region: 'glasses' } as const
  const lenses = { ...worn, material: 'Leather', region: 'lens' } as const
  const patch = [
    ...(eyepatch === undefined ? [] : [{ ...lenses, shape: patchOf(plan) }]),
    ...(monocle === undefined
      ? []
      : [{ ...worn, material: 'Metal', region: 'gold', shape: rim(plan, 0.05) } as const]),
  ]
  if (goggles !== undefined) {
    const left = glass(plan, 0.3)
    return [
      ...patch,
      { ...frames, shape: mergeShapes([...mirroredPair(rim(plan, 0.065)), strap(plan, 0)]) },
      { ...lenses, shape: mergeShapes(mirroredPair(left)) },
    ]
  }
  if (sunglasses !== undefined) {
    return [
      ...patch,
      {
        ...lenses,
        shape: mergeShapes([
          ...mirroredPair(rim(plan, 0.032)),
          ...mirroredPair(glass(plan, 0.06)),
          ...mirroredPair(temple(plan)),
          bridge(plan),
        ]),
      },
    ]
  }
  if (glasses === undefined) return patch
  return [
    ...patch,
    {
      ...frames,
      shape: mergeShapes([...mirroredPair(rim(plan, 0.028)), ...mirroredPair(temple(plan)), bridge(plan)]),
    },
  ]
}

const RADIUS = 0.275

/** The point in front of the left eye, and the direction it faces. */
function sight({ frame }: BodyPlan) {
  const centre = pointOnHead(frame, {
    angle: EYE_ANGLE + 0.01,
    fall: EYE_FALL,
    above: 0.09 * frame.head.half[0],
  })
  return {
    centre,
    facing: normalize(add(subtract(centre, frame.head.centre), [0, 0, 1.2 * frame.head.half[2]])),
  }
}

function rim(plan: BodyPlan, thick: number): Shape {
  const { frame, detail } = plan
  const [width] = frame.head.half
  const { centre, facing } = sight(plan)
  const aside = normalize(cross([0, 1, 0], facing))
  const up = cross(facing, aside)
  return hoop({
    line: (at) => {
      const angle = 2 * Math.PI * at
      return add(
        centre,
        scale(add(scale(aside, Math.cos(angle)), scale(up, Math.sin(angle))), RADIUS * width),
      )
    },
    centre,
    thick: thick * width,
    high: thick * width * (thick > 0.05 ? 1.6 : 1),
    across: detail(6),
    around: detail(26),
    axis: facing,
  })
}

function glass(plan: BodyPlan, bulge: number): Shape {
  const [width] = plan.frame.head.half
  const { centre, facing } = sight(plan)
  return disc({
    centre,
    facing,
    radius: RADIUS * width,
    bulge: bulge * 0.3 * width,
    across: plan.detail(20),
    down: plan.detail(5),
  })
}

function temple(plan: BodyPlan): Shape {
  const { frame, detail } = plan
  const [width] = frame.head.half
  const { centre } = sight(plan)
  const at = (angle: number, above: number): Vec3 =>
    pointOnHead(frame, { angle, fall: EYE_FALL - 0.02, above: above * width })
  return tube({
    path: [add(centre, [0.26 * width, 0.03 * width, -0.05 * width]), at(1.1, 0.09), at(1.6, 0.06)],
    radius: () => [0.024 * width, 0.024 * width],
    across: detail(6),
    down: detail(8),
    front: [0, 1, 0],
  })
}

function bridge(plan: BodyPlan): Shape {
  const { frame, detail } = plan
  const [width] = frame.head.half
  const { centre } = sight(plan)
  const end: Vec3 = [centre[0] - RADIUS * 0.95 * width, centre[1] + 0.04 * width, centre[2] + 0.06 * width]
  return tube({
    path: [[-end[0], end[1], end[2]], [0, end[1] + 0.03 * width, end[2] + 0.02 * width], end],
    radius: () => [0.024 * width, 0.024 * width],
    across: detail(6),
    down: detail(6),
    front: [0, 1, 0],
  })
}

/** A band around the head at the height of the eyes; `slope` raises its left side. */
function strap({ frame, detail }: BodyPlan, slope: number): Shape {
  const [width, height] = frame.head.half
  return hoop({
    line: (at) => {
      const angle = (at - 0.5) * 2 * Math.PI
      return pointOnHead(frame, {
        angle,
        fall: EYE_FALL - 0.04 - slope * Math.sin(angle),
        above: 0.035 * width,
      })
    },
    centre: frame.head.centre,
    thick: 0.025 * width,
    high: (slope === 0 ? 0.07 : 0.03) * height,
    across: detail(6),
    around: detail(32),
    square: 3,
  })
}

/** Over the right eye. */
function patchOf(plan: BodyPlan): Shape {
  const [width] = plan.frame.head.half
  const { centre, facing } = sight(plan)
  const cover = disc({
    centre: add(centre, scale(facing, -0.09 * width)),
    facing,
    radius: 0.29 * width,
    bulge: 0.12 * width,
    across: plan.detail(18),
    down: plan.detail(5),
  })
  return mergeShapes([mirrorShape(cover), strap(plan, 0.45)])
}
