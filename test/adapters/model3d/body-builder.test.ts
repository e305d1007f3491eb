import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBodyBuilder } from '../../../src/adapters/model3d/body-builder.js'
import { BLENDSHAPES } from '../../../src/adapters/model3d/face/blendshapes.js'
import type { BuiltModel } from '../../../src/domain/generation/model-builder.js'
import { findBuiltFile } from '../../../src/runtime/process/package-root.js'
import { faultsOf, openModel, trianglesOf } from '../../support/models/inspect.js'
import { JUDGED } from '../../support/models/judged.js'
import { boundsOf, loadInThree, loweringOf, playClips } from '../../support/models/three.js'

const worker = await findBuiltFile('adapters/model3d/build.worker.js')
const KNIGHT = { appearance: 'A knight in silver armour with a red cape and a beard.', palette: ['#a02030'] }
const WITCH = { appearance: 'A tall witch with long black hair in a violet robe, with a staff.', palette: [] }

const SAILOR = { appearance: 'An old sailor with a pipe, a parrot and a rusty anchor.', palette: [] }
const CREATURES = JUDGED.filter(({ features }) =>
  features.some((one) => /tail|belly|helm|hem|panel/.test(one)),
)
  .slice(0, 8)
  .map(({ appearance }) => appearance)

// A body takes half a second, so the tests share four of them.
const builder = createBodyBuilder({ worker, threads: 1 })
let rigged: BuiltModel
let fixed: BuiltModel
let witch: BuiltModel
let sailor: BuiltModel
beforeAll(async () => {
  rigged = await builder.build({ ...KNIGHT, rigged: true })
  fixed = await builder.build({ ...KNIGHT, rigged: false })
  sailor = await builder.build({ ...SAILOR, rigged: false })
  witch = await builder.build({ ...WITCH, rigged: true })
})
afterAll(() => builder.stop())

test('models and previews pass the Khronos validator without an error or a warning', async () => {
  for (const { model, preview } of [rigged, fixed, witch]) {
    expect(await faultsOf(model)).toEqual([])
    expect(await faultsOf(preview)).toEqual([])
  }
})

test('a rigged model has a humanoid skeleton and four clips, the other one neither', async () => {
  const root = (await openModel(rigged.model)).getRoot()
  const bones = root
    .listSkins()[0]
    ?.listJoints()
    .map((bone) => bone.getName())
  expect(bones).toHaveLength(24)
  expect(bones).toEqual(
    expect.arrayContaining([
      'Hips',
      'Spine',
      'Chest',
      'Neck',
      'Head',
      'Jaw',
      'LeftEye',
      'LeftUpperArm',
      'RightLowerLeg',
    ]),
  )
  expect(rigged.animations).toEqual(['idle', 'walk', 'wave', 'talk'])
  expect(root.listAnimations().map((clip) => clip.getName())).toEqual(rigged.animations)

  const bare = (await openModel(fixed.model)).getRoot()
  expect([bare.listSkins(), bare.listAnimations(), fixed.animations]).toEqual([[], [], []])
})

test('a rigged face has the 52 blendshapes, of which a toy face moves most; what it does not move is neutral', async () => {
  const mesh = (await openModel(rigged.model))
    .getRoot()
    .listMeshes()
    .find((one) => one.getName() === 'Face')
  expect(mesh?.getExtras()).toEqual({ targetNames: [...BLENDSHAPES] })
  expect(mesh?.getWeights()).toEqual(BLENDSHAPES.map(() => 0))
  const moving = new Set<string>()
  for (const primitive of mesh?.listPrimitives() ?? []) {
    expect(primitive.listTargets()).toHaveLength(52)
    for (const [at, target] of primitive.listTargets().entries()) {
      const values = Array.from(target.getAttribute('POSITION')?.getArray() ?? [])
      if (values.some((value) => value !== 0)) moving.add(BLENDSHAPES[at] ?? '')
    }
  }
  const still = BLENDSHAPES.filter((name) => !moving.has(name))
  expect(still).toEqual(['cheekPuff', 'noseSneerLeft', 'noseSneerRight'])
})

test('an open jaw lowers the lower lip, a blink closes the eye', async () => {
  const { scene } = await loadInThree(rigged.model)
  const drop = loweringOf(scene, 'jawOpen')
  expect(drop).toBeGreaterThan(0.02)
  expect(drop).toBeLessThan(0.15)
  expect(loweringOf(scene, 'eyeBlinkLeft')).toBeGreaterThan(0.02)
  expect(loweringOf(scene, 'mouthSmileLeft')).toBeLessThan(0.01)
})

test('a model says what of its description it shows and what not', async () => {
  const said = await openModel(sailor.model)
  expect(said.getRoot().getAsset().extras).toEqual({
    shown: ['old', 'pipe'],
    notShown: ['sailor', 'parrot', 'rusty anchor'],
  })
  expect((await openModel(rigged.model)).getRoot().getAsset().extras).toEqual({
    shown: ['knight', 'silver armour', 'red cape', 'beard'],
    notShown: [],
  })
})

test.each(CREATURES)('%s gives a valid model within its bounds', async (appearance) => {
  const { model, preview } = await builder.build({ appearance, palette: [], rigged: true })
  expect([await faultsOf(model), await faultsOf(preview)]).toEqual([[], []])
  expect(model.length).toBeLessThan(800 * 1024)
  expect(trianglesOf(await openModel(model))).toBeLessThanOrEqual(20_000)
  expect(trianglesOf(await openModel(preview))).toBeLessThan(2_000)
  const { min, max } = boundsOf((await loadInThree(model)).scene)
  expect(min.y).toBeGreaterThan(-0.03)
  expect(max.y).toBeGreaterThan(0.8)
})

test('all weights of the skin are smooth: many points follow more than one bone', async () => {
  const [mesh] = (await openModel(rigged.model))
    .getRoot()
    .listMeshes()
    .filter((one) => one.getName() === 'LeftArm')
  const shares = mesh?.listPrimitives()[0]?.getAttribute('WEIGHTS_0')
  const points = Array.from({ length: shares?.getCount() ?? 0 }, (_, at) => shares?.getElement(at, []) ?? [])
  expect(points.every((point) => Math.abs(point.reduce((sum, share) => sum + share, 0) - 1) < 1e-6)).toBe(
    true,
  )
  expect(points.filter((point) => Math.max(...point) < 0.9).length).toBeGreaterThan(points.length / 10)
})

test('a model has 5,000 to 20,000 triangles, its preview under 2,000', async () => {
  for (const { model, preview } of [rigged, fixed, witch]) {
    const count = trianglesOf(await openModel(model))
    expect(count).toBeGreaterThanOrEqual(5_000)
    expect(count).toBeLessThanOrEqual(20_000)
    expect(trianglesOf(await openModel(preview))).toBeLessThan(2_000)
  }
})

test('a body stands on the ground in metres, its toes to the front', async () => {
  const { scene } = await loadInThree(fixed.model)
  const { min, max } = boundsOf(scene)
  expect(Math.abs(min.y)).toBeLessThan(0.01)
  expect(max.y).toBeGreaterThan(1.5)
  expect(max.y).toBeLessThan(2.1)

  const foot = scene.getObjectByName('LeftFoot')
  const toes = foot === undefined ? null : boundsOf(foot as typeof scene)
  expect(toes?.max.z ?? 0).toBeGreaterThan(-(toes?.min.z ?? 0))
  // The left of the character is +X.
  expect(toes?.min.x ?? -1).toBeGreaterThan(-0.02)
})

test.each([
  ['a knight', () => rigged],
  ['a witch with a staff', () => witch],
])('the clips of %s move it, loop, keep near it and keep its feet on the ground', async (_, body) => {
  const moves = playClips(await loadInThree(body().model), 4)
  expect(moves.map(({ clip }) => clip)).toEqual(['idle', 'walk', 'wave', 'talk'])
  for (const { growth, gap } of moves) {
    expect(growth).toBeLessThan(2)
    expect(gap).toBe(0)
  }
  expect(moves[0]?.lift).toBeLessThan(0.03)
  const sizes = new Set(moves.map(({ growth }) => growth.toFixed(6)))
  expect(sizes.size).toBeGreaterThan(1)
})

test('materials are physically based and share one painted atlas', async () => {
  const root = (await openModel(rigged.model)).getRoot()
  expect(root.listTextures()).toHaveLength(1)
  const atlas = await sharp(root.listTextures()[0]?.getImage() ?? new Uint8Array()).metadata()
  expect(atlas).toMatchObject({ format: 'png', width: 1024, height: 1024 })
  for (const material of root.listMaterials()) {
    expect(material.getBaseColorTexture()).toBe(root.listTextures()[0])
    expect(material.getRoughnessFactor()).toBeGreaterThan(0.2)
  }
})

test('the same wish gives the same bytes in another thread', async () => {
  const second = createBodyBuilder({ worker, threads: 1 })
  const again = await second.build({ ...KNIGHT, rigged: true }).finally(() => second.stop())
  for (const file of ['model', 'preview', 'thumbnail'] as const) {
    expect(Buffer.compare(again[file], rigged[file])).toBe(0)
  }
})

test('another description looks another way', async () => {
  const [one, other] = await Promise.all(
    [rigged, witch].map(({ thumbnail }) => sharp(thumbnail).raw().toBuffer()),
  )
  const differing =
    one?.reduce((sum, value, at) => sum + (Math.abs(value - (other?.[at] ?? 0)) > 24 ? 1 : 0), 0) ?? 0
  expect(differing / (one?.length ?? 1)).toBeGreaterThan(0.1)
  expect(await sharp(witch.thumbnail).metadata()).toMatchObject({ format: 'png', width: 512, height: 512 })
})

test('a wish that is called off rejects with the reason', async () => {
  const reason = new Error('no longer wanted')
  await expect(builder.build({ ...KNIGHT, rigged: true }, AbortSignal.abort(reason))).rejects.toBe(reason)

  const calledOff = new AbortController()
  const running = builder.build({ ...KNIGHT, rigged: true }, calledOff.signal)
  calledOff.abort(reason)
  await expect(running).rejects.toBe(reason)
})
