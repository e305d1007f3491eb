import type { Buffer as Bin, Document, Node, Scene, Skin } from '@gltf-transform/core'
import { subtract } from '../geometry/vector.js'
import type { BodyFrame } from '../skeleton/body-frame.js'
import { BONES, type Bone } from '../skeleton/bones.js'

type Into = { readonly document: Document; readonly bin: Bin; readonly scene: Scene }

/** The skeleton, its bones along the axes of the world in the rest pose, under a node of the character's name. */
export function addSkin(
  { document, bin, scene }: Into,
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
