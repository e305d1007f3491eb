import type { BodyPart, BodyPlan } from '../body/body-part.js'
import { pointOnHead } from '../body/head-surface.js'
import { mirrorShape, type Shape } from '../geometry/shape.js'
import { surface } from '../geometry/surface.js'
import { superellipsePoint, tube } from '../geometry/tube.js'
import { add, lerp, scale, smoothstep, type Vec3 } from '../geometry/vector.js'
import { SIDES } from '../skeleton/bones.js'

/** Whether the body is a sheet without legs. */
export const isSheet = ({ traits }: BodyPlan): boolean =>
  traits.being === 'ghost' && traits.top.kind === 'bare'

/** A sheet that falls from the head to a wavy hem, with two stubs for arms. */
export function ghostParts(plan: BodyPlan): BodyPart[] {
  const arm = stub(plan)
  return [
    {
      name: 'Torso',
      material: 'Skin',
      region: 'skin',
      bones: ['Head', 'Chest', 'Spine', 'Hips'],
      shape: sheet(plan),
    },
    ...SIDES.map((side) => ({
      name: `${side}Arm`,
      material: 'Skin' as const,
      region: 'skin' as const,
      bones: ['Chest', `${side}Shoulder`, `${side}UpperArm`, `${side}LowerArm`, `${side}Hand`] as const,
      shape: side === 'Left' ? arm : mirrorShape(arm),
    })),
  ]
}

/** Half the width at heights in the body's units, from inside the head down. */
function sheet({ frame, detail }: BodyPlan): Shape {
  const { unit } = frame
  const waves = 7
  const down = detail(26)
  return surface({
    across: detail(56),
    down,
    at: (u, v) => {
      const angle = (u - 0.5) * 2 * Math.PI
      const [x, z] = superellipsePoint(angle)
      const neck = pointOnHead(frame, { angle, fall: 2.42, above: 0.004 * unit })
      const loose = smoothstep(0.35, 1, v)
      const wave = Math.cos(waves * angle)
      const wide = unit * (lerp(0.2, 0.29, v ** 0.9) + 0.024 * loose * wave)
      const low = unit * 0.055 * (1 - wave) * smoothstep(0.75, 1, v)
      const height = lerp(neck[1], 0, v) + low
      const shoulder = smoothstep(0, 0.3, v)
      const sway = -0.05 * unit * loose * loose
      return [lerp(neck[0], x * wide, shoulder), height, lerp(neck[2], z * wide * 0.86 + sway, shoulder)]
    },
  })
}

function stub({ frame, detail }: BodyPlan): Shape {
  const { unit, joints } = frame
  const from: Vec3 = [joints.LeftUpperArm[0] * 0.6, joints.LeftUpperArm[1] - 0.16 * unit, 0.02 * unit]
  const way: Vec3 = [0.94 * unit, 0.1 * unit, 0.3 * unit]
  return tube({
    path: [
      from,
      add(from, scale(way, 0.16)),
      add(add(from, scale(way, 0.3)), [0.02 * unit, 0.01 * unit, 0.03 * unit]),
    ],
    radius: (share) => [unit * lerp(0.075, 0.05, share), unit * lerp(0.08, 0.052, share)],
    across: detail(16),
    down: detail(14),
  })
}
