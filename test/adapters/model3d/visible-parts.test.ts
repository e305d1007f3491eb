import { expect, test } from 'vitest'
import { assembleBody } from '../../../src/adapters/model3d/body/assemble-body.js'
import type { BodyPart } from '../../../src/adapters/model3d/body/body-part.js'
import { readDescription } from '../../../src/adapters/model3d/description/read-traits.js'
import { rotateVector } from '../../../src/adapters/model3d/geometry/quaternion.js'
import type { Vec3 } from '../../../src/adapters/model3d/geometry/vector.js'
import { animationClips } from '../../../src/adapters/model3d/skeleton/animation-clips.js'
import { BONES } from '../../../src/adapters/model3d/skeleton/bones.js'
import { jointTransforms } from '../../../src/adapters/model3d/skeleton/pose.js'
import { paintAtlas } from '../../../src/adapters/model3d/texture/atlas.js'
import { REGIONS } from '../../../src/adapters/model3d/texture/atlas-layout.js'

function bodyOf(appearance: string) {
  const { traits } = readDescription(appearance, [])
  return { traits, ...assembleBody(traits, { triangles: 14_800, finest: 1, isExpressive: false }) }
}

/** The least and the greatest of an axis over all points of some parts. */
function reachOf(parts: readonly BodyPart[], axis: 0 | 1 | 2): readonly [least: number, greatest: number] {
  const values = parts.flatMap(({ shape }) => Array.from(shape.positions).filter((_, at) => at % 3 === axis))
  if (values.length === 0) throw new Error('There is no such part')
  return [Math.min(...values), Math.max(...values)]
}

const named = (parts: readonly BodyPart[], name: string) => parts.filter((part) => part.name === name)

test('a backpack is wider than the back and higher than the shoulders', () => {
  const { parts, frame } = bodyOf(
    'Small boy with spiky blond hair, a striped jumper, blue shorts and a backpack.',
  )
  const pack = named(parts, 'Backpack')
  const [, shoulder] = frame.joints.LeftUpperArm
  expect(reachOf(pack, 1)[1]).toBeGreaterThan(shoulder + 0.03 * frame.unit)
  expect(reachOf(pack, 0)[1]).toBeGreaterThan(frame.joints.LeftUpperArm[0])
})

test('the hilt of a sword is in front of the arm that hangs beside it', () => {
  const { parts } = bodyOf('A knight in golden armour with a closed helm, a green cape and a sword.')
  const [hilt] = named(parts, 'Sword').filter(({ material }) => material === 'Metal')
  if (hilt === undefined) throw new Error('There is no hilt')
  expect(reachOf([hilt], 2)[1]).toBeGreaterThan(reachOf(named(parts, 'LeftArm'), 2)[1])
})

test.each([
  'A man in a black suit with a red bow tie.',
  'A black cat with yellow eyes, white paws, a pink nose and a red bow tie.',
])('the bow tie is before what it is tied around: %s', (appearance) => {
  const { parts } = bodyOf(appearance)
  const bow = parts.filter(({ region }) => region === 'tie')
  const [low, high] = reachOf(bow, 1)
  const around = parts.filter(({ name }) => name === 'Torso' || name === 'Head' || name === 'Neck')
  const before = around.map(({ shape }) => {
    const points = Array.from({ length: shape.positions.length / 3 }, (_, at) =>
      Array.from(shape.positions.slice(3 * at, 3 * at + 3)),
    )
    return points
      .filter(([x = 1, y = 0]) => Math.abs(x) < 0.05 && y > low && y < high)
      .map(([, , z = 0]) => z)
  })
  expect(reachOf(bow, 2)[1]).toBeGreaterThan(Math.max(...before.flat()) + 0.005)
})

test('curly hair is seen under the edge of a cap, and not under a hood', () => {
  const pointsOf = (hat: string) =>
    (named(bodyOf(`A boy with curly black hair, a red shirt and a ${hat}.`).parts, 'Hair')[0]?.shape.positions
      .length ?? 0) / 3
  expect(pointsOf('red cap')).toBeGreaterThan(pointsOf('red hood') + 500)
})

test('a robot has rings around its arms, whatever it wears, and a person has none', () => {
  const ringsOf = (appearance: string) =>
    bodyOf(appearance).parts.filter(({ region, name }) => region === 'ring' && name.endsWith('Arm')).length
  expect(ringsOf('A copper robot with green eyes, a black top hat, a red bow tie and a white apron.')).toBe(2)
  expect(ringsOf('A friendly robot with orange panels and an antenna.')).toBe(2)
  expect(ringsOf('A baker with a white shirt.')).toBe(0)
})

/** The colour of the middle of a region, 0 to 255. */
async function colourOf(appearance: string, region: 'pipe' | 'skin' | 'beard'): Promise<number[]> {
  const { texels, size } = await paintAtlas(readDescription(appearance, []).traits)
  const [x, y, width, height] = REGIONS[region]
  const at = 3 * (Math.round(y + height / 2) * size + Math.round(x + width / 2))
  return Array.from(texels.slice(at, at + 3))
}

test.each(['dark brown skin', 'brown skin', 'tanned skin', 'pale skin'])(
  'a pipe is not of the colour of the face: %s',
  async (skin) => {
    const appearance = `An old sailor with ${skin} and a pipe.`
    const [pipe, face] = [await colourOf(appearance, 'pipe'), await colourOf(appearance, 'skin')]
    const apart = pipe.map((value, at) => Math.abs(value - (face[at] ?? 0)))
    expect(Math.max(...apart)).toBeGreaterThan(70)
  },
)

test('a pipe is seen before a white beard in a dark face', async () => {
  const appearance = 'An old sailor with dark brown skin, a white beard and a pipe.'
  const pipe = await colourOf(appearance, 'pipe')
  for (const behind of ['skin', 'beard'] as const) {
    const colour = await colourOf(appearance, behind)
    expect(Math.max(...pipe.map((value, at) => Math.abs(value - (colour[at] ?? 0))))).toBeGreaterThan(40)
  }
})

test('the stem of a pipe is seen from the front', () => {
  const { parts, frame } = bodyOf('An old sailor with a pipe')
  const [left, right] = reachOf(
    named(parts, 'Pipe').filter(({ region }) => region === 'ink'),
    0,
  )
  expect(right - left).toBeGreaterThan(0.3 * frame.head.half[0])
})

test.each(['Left', 'Right'] as const)('a hand that waves shows its palm: %s', (side) => {
  const { frame } = bodyOf('A woman in a green coat')
  const wave = animationClips(frame, side).find(({ name }) => name === 'wave')
  if (wave === undefined) throw new Error('There is no clip')
  const placed = jointTransforms(frame, wave.poseAt(0.5))
  const turn = placed[BONES.findIndex(([name]) => name === `${side}Hand`)]?.rotation ?? [0, 0, 0, 1]
  const [x, y] = frame.armWay
  // Of a hand that hangs: its palm lies towards the body, its fingers point down.
  const sign = side === 'Left' ? 1 : -1
  const palm: Vec3 = [sign * y, -x, 0]
  const fingers: Vec3 = [sign * x, y, 0]
  expect(rotateVector(turn, palm)[2]).toBeGreaterThan(0.9)
  expect(rotateVector(turn, fingers)[1]).toBeGreaterThan(0.8)
})

test.each([
  'A woman in a green coat',
  'A five year old boy with ginger hair',
  'A ginger tabby cat with a white muzzle',
  'A penguin with a red scarf',
])('a hand that waves keeps off the cheek: %s', (appearance) => {
  const { frame } = bodyOf(appearance)
  const wave = animationClips(frame, 'Left').find(({ name }) => name === 'wave')
  const [middle] = frame.head.centre
  const apart = [0.3, 0.4, 0.5, 0.6, 0.7].map((share) => {
    const placed = jointTransforms(frame, wave?.poseAt(share) ?? { rotations: {}, hips: [0, 0, 0] })
    const at = (bone: 'LeftHand' | 'Head') =>
      placed[BONES.findIndex(([name]) => name === bone)]?.position ?? [0]
    return (at('LeftHand')[0] ?? 0) - (at('Head')[0] ?? 0) - middle - frame.head.half[0]
  })
  // The hand itself is so broad.
  expect(Math.min(...apart)).toBeGreaterThan(0.04 * frame.unit)
})

/** The depth of the head's front at heights between its chin and its top, 0 to 1. */
function profileOf(appearance: string, heights: readonly number[]): number[] {
  const { parts, frame } = bodyOf(appearance)
  const { centre, half } = frame.head
  const points = parts
    .filter(({ name, material }) => name === 'Head' && material === 'Skin')
    .flatMap(({ shape }) =>
      Array.from({ length: shape.positions.length / 3 }, (_, at) =>
        Array.from(shape.positions.slice(3 * at, 3 * at + 3)),
      ),
    )
  return heights.map((height) => {
    const y = centre[1] + (2 * height - 1) * half[1]
    const near = points.filter((point) => Math.abs((point[1] ?? 0) - y) < 0.08 * half[1])
    return Math.max(...near.map(([, , z = 0]) => z)) / half[2]
  })
}

test('a face has a nose, lips and a chin from the side, and those of robots and ghosts are plain', () => {
  const [lips = 0, nose = 0, brow = 0] = profileOf('A bald monk in a brown robe', [0.28, 0.4, 0.55])
  expect(nose).toBeGreaterThan(lips + 0.05)
  expect(nose).toBeGreaterThan(brow + 0.05)
  const heads = ['A bald monk in a brown robe', 'A ghost'].map((one) => profileOf(one, [0.1])[0] ?? 0)
  expect(heads[0]).toBeGreaterThan((heads[1] ?? 0) + 0.02)
})

test('an ear has a hollow', () => {
  const { parts, frame } = bodyOf('A bald monk in a brown robe')
  const [, height] = frame.head.half
  const ear = parts
    .filter(({ name, region }) => name === 'Head' && region === 'skin')
    .flatMap(({ shape }) =>
      Array.from({ length: shape.positions.length / 3 }, (_, at) =>
        Array.from(shape.positions.slice(3 * at, 3 * at + 3)),
      ),
    )
    .filter(([x = 0]) => x > 0.9 * frame.head.half[0])
  const middleOf = (axis: 1 | 2) => {
    const values = ear.map((point) => point[axis] ?? 0)
    return (Math.max(...values) + Math.min(...values)) / 2
  }
  const [y, z] = [middleOf(1), middleOf(2)]
  const farOut = (points: readonly number[][]) => Math.max(...points.map(([x = 0]) => x))
  const inMiddle = ear.filter((point) => Math.hypot((point[1] ?? 0) - y, (point[2] ?? 0) - z) < 0.05 * height)
  // Of an egg the middle would be farthest out.
  expect(farOut(inMiddle)).toBeLessThan(farOut(ear) - 0.03 * frame.head.half[0])
})

test('an arm that waves has an elbow: its upper part is level, its lower part upright', () => {
  const { frame } = bodyOf('A woman in a green coat')
  const wave = animationClips(frame, 'Left').find(({ name }) => name === 'wave')
  const placed = jointTransforms(frame, wave?.poseAt(0.5) ?? { rotations: {}, hips: [0, 0, 0] })
  const at = (bone: string): Vec3 => placed[BONES.findIndex(([name]) => name === bone)]?.position ?? [0, 0, 0]
  const wayOf = (from: string, to: string) => {
    const [a, b] = [at(from), at(to)]
    const way = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const
    const long = Math.hypot(...way)
    return way.map((part) => part / long)
  }
  expect(wayOf('LeftUpperArm', 'LeftLowerArm')[0]).toBeGreaterThan(0.9)
  expect(wayOf('LeftLowerArm', 'LeftHand')[1]).toBeGreaterThan(0.9)
})
