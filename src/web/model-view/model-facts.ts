import { Mesh, type Object3D, SkinnedMesh } from 'three'

type Model = {
  readonly root: Object3D
  readonly clips: readonly string[]
  readonly blendshapes: readonly string[]
  /** Of its file. */
  readonly bytes: number
}

/** What a model is made of, as pairs of a name and a value; what it has none of is left out. */
export function modelFacts({ root, clips, blendshapes, bytes }: Model): readonly [string, string][] {
  let triangles = 0
  const bones = new Set<string>()
  const materials = new Set<string>()
  root.traverse((part) => {
    if (part instanceof SkinnedMesh) for (const { uuid } of part.skeleton.bones) bones.add(uuid)
    if (!(part instanceof Mesh)) return
    triangles += (part.geometry.index?.count ?? part.geometry.getAttribute('position').count) / 3
    for (const { uuid } of [part.material].flat()) materials.add(uuid)
  })
  const counts: readonly [string, number][] = [
    ['Triangles', triangles],
    ['Materials', materials.size],
    ['Bones', bones.size],
    ['Clips', clips.length],
    ['Blendshapes', blendshapes.length],
  ]
  return [
    ...counts
      .filter(([, count]) => count > 0)
      .map(([name, count]): [string, string] => [name, count.toLocaleString('en')]),
    ['File', `${Math.ceil(bytes / 1024).toLocaleString('en')} KiB`],
  ]
}
