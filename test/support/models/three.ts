import { AnimationMixer, Box3, type Group, Mesh, Texture, Vector3 } from 'three'
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'

/** The model as three.js shows it; without a DOM there are no pixels, so textures stay empty. */
export function loadInThree(model: Uint8Array): Promise<GLTF> {
  const loader = new GLTFLoader()
  loader.register(() => ({ name: 'EMPTY_TEXTURES', loadTexture: () => Promise.resolve(new Texture()) }))
  return loader.parseAsync(Uint8Array.from(model).buffer, '')
}

export function boundsOf(scene: Group): Box3 {
  scene.updateMatrixWorld(true)
  return new Box3().setFromObject(scene, true)
}

export type Moved = {
  readonly clip: string
  /** The largest edge of the box in any moment over the same edge at rest. */
  readonly growth: number
  /** How far the lowest point is from the ground, in metres, at worst. */
  readonly lift: number
  /** How far apart, in any channel, the first and the last key are. */
  readonly gap: number
}

/** Plays each clip of a model, looking `looks` times. */
export function playClips({ scene, animations }: GLTF, looks: number): Moved[] {
  const rest = boundsOf(scene).getSize(new Vector3())
  const longest = Math.max(...rest.toArray())
  return animations.map((clip) => {
    const mixer = new AnimationMixer(scene)
    const action = mixer.clipAction(clip)
    action.play()
    const boxes = Array.from({ length: looks }, (_, look) => {
      mixer.setTime((clip.duration * look) / looks)
      return boundsOf(scene)
    })
    action.stop()
    return {
      clip: clip.name,
      growth: Math.max(...boxes.map((box) => Math.max(...box.getSize(new Vector3()).toArray()) / longest)),
      lift: Math.max(...boxes.map((box) => Math.abs(box.min.y))),
      gap: Math.max(...clip.tracks.map(({ values, times }) => gapOf(values, values.length / times.length))),
    }
  })
}

function gapOf(values: ArrayLike<number>, width: number): number {
  return Math.max(
    ...Array.from({ length: width }, (_, at) =>
      Math.abs((values[at] ?? 0) - (values[values.length - width + at] ?? 0)),
    ),
  )
}

/** How far a blendshape at its fullest lowers any point, in metres. */
export function loweringOf(scene: Group, blendshape: string): number {
  let lowered = 0
  scene.traverse((part) => {
    if (!(part instanceof Mesh)) return
    const target = part.geometry.morphAttributes.position?.[part.morphTargetDictionary?.[blendshape] ?? -1]
    for (let at = 0; at < (target?.count ?? 0); at += 1) lowered = Math.max(lowered, -(target?.getY(at) ?? 0))
  })
  return lowered
}
