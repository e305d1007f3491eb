import type { BodyPart, BodyPlan } from '../body/body-part.js'
import { pointOnHead } from '../body/head-surface.js'
import { mirrorShape, type Shape } from '../geometry/shape.js'
import { surface } from '../geometry/surface.js'
import { superellipsePoint, tube } from '../geometry/tube.js'
import { add, lerp, scale, smoothstep, type Vec3 } from '../geometry/vector.js'
import type { BodyFrame } from '../skeleton/body-frame.js'
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

/** From inside the head down to the hem. */
const sheet = ({ frame, detail }: BodyPlan): Shape =>
  surface({
    across: detail(56),
    down: detail(26),
    at: (u, v) => pointOnSheet(frame, { angle: (u - 0.5) * 2 * Math.PI, share: v }),
  })

const WAVES = 7
type OnSheet = { readonly angle: number; readonly share: number; readonly above?: number }

/** `share` is 0 at the neck and 1 at the hem; half the width is that at heights in the body's units. */
function pointOnSheet(frame: BodyFrame, { angle, share, above = 0 }: OnSheet): Vec3 {
  const { unit } = frame
  const [x, z] = superellipsePoint(angle)
  const neck = pointOnHead(frame, { angle, fall: 2.42, above: 0.004 * unit + above })
  const loose = smoothstep(0.35, 1, share)
  const wave = Math.cos(WAVES * angle)
  const wide = unit * (lerp(0.2, 0.29, share ** 0.9) + 0.024 * loose * wave) + above
  const low = unit * 0.055 * (1 - wave) * smoothstep(0.75, 1, share)
  const height = lerp(neck[1], 0, share) + low
  const shoulder = smoothstep(0, 0.3, share)
  const sway = -0.05 * unit * loose * loose
  return [lerp(neck[0], x * wide, shoulder), height, lerp(neck[2], z * wide * 0.86 + sway, shoulder)]
}

/** On the sheet, where a body would have this height, given as a fraction of the chin's. */
export function onSheetAt(
  frame: BodyFrame,
  { angle, height, above }: { angle: number; height: number; above: number },
): Vec3 {
  const [, neck] = pointOnHead(frame, { angle, fall: 2.42, above: 0 })
  const share = Math.max(0, 1 - (frame.rise(height) * frame.unit) / neck)
  return pointOnSheet(frame, { angle, share, above })
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
