import {
  type Accessor,
  type Animation,
  type Buffer as Bin,
  Document,
  type Material,
  type Node,
  type Scene,
  type Skin,
  WebIO,
} from '@gltf-transform/core'
import type { BodyPart, MaterialName } from '../body/body-part.js'
import type { NamedThings } from '../description/not-shown.js'
import { mergeShapes, type Shape } from '../geometry/shape.js'
import { add, subtract } from '../geometry/vector.js'
import type { AnimationClip } from '../skeleton/animation-clips.js'
import type { BodyFrame } from '../skeleton/body-frame.js'
import { BONES, type Bone } from '../skeleton/bones.js'
import type { Pose } from '../skeleton/pose.js'
import type { SkinWeights } from '../skeleton/skin-weights.js'
import { toAtlasUv } from '../texture/atlas-layout.js'
import { addMorphTargets, hasMorphs, nameMorphTargets } from './morph-targets.js'

/** Roughness and metalness. Never full metal: viewers without an environment map show it black. */
const FINISH: Readonly<Record<MaterialName, readonly [roughness: number, metallic: number]>> = {
  Skin: [0.62, 0],
  Cloth: [0.88, 0],
  Hair: [0.52, 0],
  Leather: [0.55, 0],
  Metal: [0.36, 0.5],
  Gloss: [0.22, 0],
  Glow: [0.4, 0],
}

/** A part with UVs in the atlas and skin weights. */
export type TexturedPart = Pick<BodyPart, 'name' | 'material' | 'shape' | 'morphs'> & {
  readonly weights: SkinWeights
}

export type GlbScene = {
  readonly name: string
  readonly parts: readonly TexturedPart[]
  readonly png: Uint8Array
  /** Null for a model without a skeleton. */
  readonly rig: { readonly frame: BodyFrame; readonly clips: readonly AnimationClip[] } | null
  /** What of the description it shows and what it does not, which the file says of itself. */
  readonly named: NamedThings
}

/** Writes binary glTF 2.0: one node per part name, one primitive per material. */
export async function writeGlb({ name, parts, png, rig, named }: GlbScene): Promise<Uint8Array> {
  const document = new Document()
  const bin = document.createBuffer()
  const scene = document.createScene(name)
  const materials = materialsOf(document, png)
  const nodes = [...grouped(parts, (part) => part.name)].map(([node, pieces]) =>
    meshNode({ document, bin, materials }, { node, pieces, isRigged: rig !== null }),
  )
  if (rig === null) {
    const root = document.createNode(name)
    for (const node of nodes) root.addChild(node)
    scene.addChild(root)
  } else {
    const skin = addSkin({ document, bin, scene }, rig.frame, name)
    // glTF ignores the node transform of a skinned mesh, so it gets no parent.
    for (const node of nodes) scene.addChild(node.setSkin(skin.skin))
    addAnimations({ document, bin, bones: skin.bones }, rig)
  }
  const asset = document.getRoot().setDefaultScene(scene).getAsset()
  asset.generator = 'parley'
  asset.extras = { shown: [...named.shown], notShown: [...named.notShown] }
  return new WebIO().writeBinary(document)
}

function materialsOf(document: Document, png: Uint8Array): (name: MaterialName) => Material {
  const texture = document.createTexture('Atlas').setImage(Uint8Array.from(png)).setMimeType('image/png')
  const made = new Map<MaterialName, Material>()
  return (name) => {
    const [roughness, metallic] = FINISH[name]
    const material =
      made.get(name) ??
      document
        .createMaterial(name)
        .setBaseColorTexture(texture)
        .setRoughnessFactor(roughness)
        .setMetallicFactor(metallic)
        .setDoubleSided(name === 'Cloth' || name === 'Hair')
    made.set(name, material)
    return material
  }
}

type Writing = {
  readonly document: Document
  readonly bin: Bin
  readonly materials: (name: MaterialName) => Material
}
type Named = { readonly node: string; readonly pieces: readonly TexturedPart[]; readonly isRigged: boolean }

function meshNode(writing: Writing, { node, pieces, isRigged }: Named): Node {
  const { document, materials } = writing
  const mesh = document.createMesh(node)
  for (const [name, same] of grouped(pieces, (piece) => piece.material)) {
    const shape = mergeShapes(same.map((piece) => piece.shape))
    const primitive = document
      .createPrimitive()
      .setMaterial(materials(name))
      .setIndices(indicesOf(writing, shape))
    const { positions, normals, uvs } = shape
    primitive
      .setAttribute('POSITION', accessor(writing, 'VEC3', positions))
      .setAttribute('NORMAL', accessor(writing, 'VEC3', normals))
      .setAttribute(
        'TEXCOORD_0',
        accessor(
          writing,
          'VEC2',
          Uint16Array.from(uvs, (value) => Math.round(65535 * value)),
        ).setNormalized(true),
      )
    if (isRigged) {
      const weights = same.map((piece) => piece.weights)
      primitive
        .setAttribute('JOINTS_0', accessor(writing, 'VEC4', bytes(weights.map(({ joints }) => joints))))
        .setAttribute(
          'WEIGHTS_0',
          accessor(writing, 'VEC4', bytes(weights.map(({ shares }) => shares))).setNormalized(true),
        )
    }
    if (isRigged && hasMorphs(pieces)) addMorphTargets(writing, primitive, same)
    mesh.addPrimitive(primitive)
  }
  if (isRigged && hasMorphs(pieces)) nameMorphTargets(mesh)
  return document.createNode(node).setMesh(mesh)
}

type Values = Float32Array | Uint16Array | Uint32Array | Uint8Array

const accessor = (
  { document, bin }: Pick<Writing, 'document' | 'bin'>,
  type: 'VEC2' | 'VEC3' | 'VEC4',
  values: Values,
): Accessor =>
  // The library's type excludes shared memory, which is never used here.
  document
    .createAccessor()
    .setType(type)
    .setArray(values as Float32Array<ArrayBuffer>)
    .setBuffer(bin)

function indicesOf({ document, bin }: Writing, { indices, positions }: Shape): Accessor {
  const fits = positions.length / 3 < 65_535
  const values = fits ? Uint16Array.from(indices) : Uint32Array.from(indices)
  return document.createAccessor().setType('SCALAR').setArray(values).setBuffer(bin)
}

const bytes = (lists: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(lists))

/** Maps the UVs of a part to its region of the atlas. */
export function withAtlasUvs(
  { shape, region, name, material, morphs }: BodyPart,
  weights: SkinWeights,
): TexturedPart {
  const uvs = new Float32Array(shape.uvs.length)
  for (let at = 0; at < uvs.length; at += 2)
    uvs.set(toAtlasUv(region, shape.uvs[at] ?? 0, shape.uvs[at + 1] ?? 0), at)
  return { name, material, weights, shape: { ...shape, uvs }, ...(morphs !== undefined && { morphs }) }
}

function grouped<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

type SkinTarget = { readonly document: Document; readonly bin: Bin; readonly scene: Scene }

/** Adds the skeleton under a node with the character's name. In the rest pose all bones have the world's axes. */
function addSkin(
  { document, bin, scene }: SkinTarget,
  { joints }: BodyFrame,
  name: string,
): { skin: Skin; bones: ReadonlyMap<Bone, Node> } {
  const root = document.createNode(name)
  scene.addChild(root)
  const bones = new Map<Bone, Node>()
  const skin = document.createSkin('Skeleton')
  for (const [bone, parent] of BONES) {
    const at = parent === null ? joints[bone] : subtract(joints[bone], joints[parent])
    const node = document.createNode(bone).setTranslation([...at])
    const above = parent === null ? root : bones.get(parent)
    above?.addChild(node)
    bones.set(bone, node)
    skin.addJoint(node)
  }
  const inverse = BONES.flatMap(([bone]) => {
    const [x, y, z] = joints[bone]
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1]
  })
  const matrices = document
    .createAccessor()
    .setType('MAT4')
    .setArray(Float32Array.from(inverse))
    .setBuffer(bin)
  skin.setInverseBindMatrices(matrices)
  const hips = bones.get('Hips')
  if (hips !== undefined) skin.setSkeleton(hips)
  return { skin, bones }
}

type AnimationTarget = {
  readonly document: Document
  readonly bin: Bin
  readonly bones: ReadonlyMap<Bone, Node>
}

/** One animation per clip, with a channel for each rotated bone and one for the position of the hips. */
export function addAnimations(
  target: AnimationTarget,
  { frame, clips }: { frame: BodyFrame; clips: readonly AnimationClip[] },
): void {
  for (const { name, seconds, keys, poseAt } of clips) {
    const { document, bin } = target
    const poses = Array.from({ length: keys + 1 }, (_, key) => poseAt((key % keys) / keys))
    const times = Float32Array.from(poses, (_, key) => (seconds * key) / keys)
    const input = document.createAccessor().setType('SCALAR').setArray(times).setBuffer(bin)
    const track = { ...target, animation: document.createAnimation(name), input }
    for (const bone of rotatedBones(poses)) {
      addChannel(track, {
        bone,
        path: 'rotation',
        values: poses.map(({ rotations: turns }) => turns[bone] ?? [0, 0, 0, 1]),
      })
    }
    addChannel(track, {
      bone: 'Hips',
      path: 'translation',
      values: poses.map(({ hips }) => add(frame.joints.Hips, hips)),
    })
  }
}

const rotatedBones = ([first]: readonly Pose[]): Bone[] => Object.keys(first?.rotations ?? {}) as Bone[]

type Track = AnimationTarget & { readonly animation: Animation; readonly input: Accessor }
type Channel = {
  readonly bone: Bone
  readonly path: 'rotation' | 'translation'
  readonly values: readonly (readonly number[])[]
}

function addChannel(
  { document, bin, bones, animation, input }: Track,
  { bone, path, values }: Channel,
): void {
  const node = bones.get(bone)
  if (node === undefined) return
  const output = document
    .createAccessor()
    .setType(path === 'rotation' ? 'VEC4' : 'VEC3')
    .setArray(Float32Array.from(values.flat()))
    .setBuffer(bin)
  const sampler = document
    .createAnimationSampler()
    .setInput(input)
    .setOutput(output)
    .setInterpolation('LINEAR')
  animation
    .addSampler(sampler)
    .addChannel(document.createAnimationChannel().setSampler(sampler).setTargetNode(node).setTargetPath(path))
}
