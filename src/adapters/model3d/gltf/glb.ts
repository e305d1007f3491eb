import {
  type Accessor,
  type Buffer as Bin,
  Document,
  type Material,
  type Node,
  WebIO,
} from '@gltf-transform/core'
import type { BodyPart, MaterialName } from '../body/body-part.js'
import { mergeShapes, type Shape } from '../geometry/shape.js'
import type { AnimationClip } from '../skeleton/animation-clips.js'
import type { BodyFrame } from '../skeleton/body-frame.js'
import type { SkinWeights } from '../skeleton/skin-weights.js'
import { toAtlasUv } from '../texture/atlas-layout.js'
import { addAnimations } from './glb-animations.js'
import { addSkin } from './glb-skin.js'

/** Roughness, and how much of a metal: viewers without surroundings show bare metal black. */
const FINISH: Readonly<Record<MaterialName, readonly [roughness: number, metallic: number]>> = {
  Skin: [0.62, 0],
  Cloth: [0.88, 0],
  Hair: [0.52, 0],
  Leather: [0.55, 0],
  Metal: [0.36, 0.5],
}

/** A part whose surface is laid out in the atlas, with what moves it. */
export type TexturedPart = Pick<BodyPart, 'name' | 'material' | 'shape'> & { readonly weights: SkinWeights }

export type GlbScene = {
  readonly name: string
  readonly parts: readonly TexturedPart[]
  readonly png: Uint8Array
  /** With a skeleton and clips when there is one. */
  readonly rig: { readonly frame: BodyFrame; readonly clips: readonly AnimationClip[] } | null
}

/** Binary glTF 2.0 of a scene: one node a name, one primitive a material. */
export async function writeGlb({ name, parts, png, rig }: GlbScene): Promise<Uint8Array> {
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
    // A mesh that is skinned goes with its bones alone, so it hangs from nothing.
    for (const node of nodes) scene.addChild(node.setSkin(skin.skin))
    addAnimations({ document, bin, bones: skin.bones }, rig)
  }
  document.getRoot().setDefaultScene(scene).getAsset().generator = 'parley'
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
    mesh.addPrimitive(primitive)
  }
  return document.createNode(node).setMesh(mesh)
}

type Values = Float32Array | Uint16Array | Uint32Array | Uint8Array

const accessor = (
  { document, bin }: Pick<Writing, 'document' | 'bin'>,
  type: 'VEC2' | 'VEC3' | 'VEC4',
  values: Values,
): Accessor =>
  // The library wants arrays over plain memory, which all of ours are.
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

/** The part with its UVs in the atlas. */
export function withAtlasUvs(
  { shape, region, name, material }: BodyPart,
  weights: SkinWeights,
): TexturedPart {
  const uvs = new Float32Array(shape.uvs.length)
  for (let at = 0; at < uvs.length; at += 2)
    uvs.set(toAtlasUv(region, shape.uvs[at] ?? 0, shape.uvs[at + 1] ?? 0), at)
  return { name, material, weights, shape: { ...shape, uvs } }
}

function grouped<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}
