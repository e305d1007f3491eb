import { expect, test } from 'vitest'
import { assembleBody } from '../../../../src/adapters/model3d/body/assemble-body.js'
import type { BodyPart } from '../../../../src/adapters/model3d/body/body-part.js'
import { readDescription } from '../../../../src/adapters/model3d/description/read-traits.js'
import type { Blendshape, FaceWeights } from '../../../../src/adapters/model3d/face/blendshapes.js'
import { facesOf } from '../../../../src/domain/voice/animation/visemes.js'

const partsOf = (appearance: string, isExpressive = true): readonly BodyPart[] => {
  const { traits } = readDescription(appearance, [])
  return assembleBody(traits, { triangles: 14_800, finest: 1, isExpressive }).parts
}

type Point = readonly [x: number, y: number, z: number]

/** The points of each part that is painted by this region, with a face. */
function pointsOf(
  parts: readonly BodyPart[],
  region: BodyPart['region'],
  face: FaceWeights,
): readonly (readonly Point[])[] {
  return parts
    .filter((part) => part.region === region)
    .map(({ shape, morphs = {} }) => {
      const moved = shape.positions.map((value, at) =>
        Object.entries(face).reduce(
          (sum, [name, weight]) => sum + weight * (morphs[name as Blendshape]?.[at] ?? 0),
          value,
        ),
      )
      return Array.from(
        { length: moved.length / 3 },
        (_, at): Point => [moved[3 * at] ?? 0, moved[3 * at + 1] ?? 0, moved[3 * at + 2] ?? 0],
      )
    })
}

/** The clear space between the lips of a face, in the middle of the mouth, in metres; below 0 they touch. */
function gapOf(parts: readonly BodyPart[], face: FaceWeights): number {
  const [upper, lower] = pointsOf(parts, 'lips', face).map((points) =>
    points.filter(([x]) => Math.abs(x) < 0.006).map(([, y]) => y),
  )
  if (upper === undefined || lower === undefined || upper.length === 0 || lower.length === 0)
    throw new Error('There are no lips')
  return Math.min(...upper) - Math.max(...lower)
}

const WHO = [
  'A cheerful baker who grins',
  'An old woman with a smile',
  'A calm monk',
  'A sad clown who frowns',
  'A red fox who grins',
]

test.each(WHO)(
  '%s: the neutral mouth is closed, blendshapes open it, and P, B and M close it',
  (appearance) => {
    const parts = partsOf(appearance)
    expect(gapOf(parts, {})).toBeLessThan(0)
    expect(gapOf(parts, { jawOpen: 0.7 })).toBeGreaterThan(0.01)
    for (const sound of ['P', 'B', 'M']) expect(gapOf(parts, facesOf(sound)[0] ?? {})).toBeLessThan(0)
  },
)

test('a grin stays in a face that does not move, and in the picture', () => {
  expect(gapOf(partsOf('A cheerful baker who grins', false), {})).toBeGreaterThan(0.005)
})

test.each(WHO)('%s: mouthClose shuts the lips over an open jaw', (appearance) => {
  const parts = partsOf(appearance)
  for (const open of [0.4, 1]) expect(gapOf(parts, { jawOpen: open, mouthClose: open })).toBeLessThan(0)
})

test.each(WHO)('%s: a tongue that is out parts the lips and lies on the lower one', (appearance) => {
  const parts = partsOf(appearance)
  expect(gapOf(parts, { tongueOut: 1 })).toBeGreaterThan(0)
  const lip = pointsOf(parts, 'lips', { tongueOut: 1 })[1]?.filter(([x]) => Math.abs(x) < 0.006) ?? []
  const [tongue = []] = pointsOf(parts, 'tongue', { tongueOut: 1 })
  const reachOf = (points: readonly Point[], axis: 1 | 2) => {
    const values = points.map((point) => point[axis])
    return { least: Math.min(...values), most: Math.max(...values) }
  }
  const [lipHeight, tongueHeight] = [reachOf(lip, 1), reachOf(tongue, 1)]
  expect(tongueHeight.most).toBeGreaterThan(lipHeight.least)
  expect(tongueHeight.least).toBeLessThan(lipHeight.least)
  expect(reachOf(tongue, 2).most).toBeGreaterThan(reachOf(lip, 2).most)
})
