import type { Accessor, Animation, Buffer as Bin, Document, Node } from '@gltf-transform/core'
import { add } from '../geometry/vector.js'
import type { AnimationClip } from '../skeleton/animation-clips.js'
import type { BodyFrame } from '../skeleton/body-frame.js'
import type { Bone } from '../skeleton/bones.js'
import type { Pose } from '../skeleton/pose.js'

type Into = { readonly document: Document; readonly bin: Bin; readonly bones: ReadonlyMap<Bone, Node> }

/** One animation a clip, with a channel for each bone that it turns and one for where the hips are. */
export function addAnimations(
  into: Into,
  { frame, clips }: { frame: BodyFrame; clips: readonly AnimationClip[] },
): void {
  for (const { name, seconds, keys, poseAt } of clips) {
    const { document, bin } = into
    const poses = Array.from({ length: keys + 1 }, (_, key) => poseAt((key % keys) / keys))
    const times = Float32Array.from(poses, (_, key) => (seconds * key) / keys)
    const input = document.createAccessor().setType('SCALAR').setArray(times).setBuffer(bin)
    const track = { ...into, animation: document.createAnimation(name), input }
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

type Track = Into & { readonly animation: Animation; readonly input: Accessor }
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
