import { Box3, Mesh, type Object3D, SkinnedMesh, Vector3 } from 'three'
import { plainClip } from './status-text.js'

type Model = {
  readonly root: Object3D
  readonly clips: readonly string[]
  readonly blendshapes: readonly string[]
  /** Of these, those that move nothing. */
  readonly stillBlendshapes: readonly string[]
  /** Of its file. */
  readonly bytes: number
  /** When its page was written, as ISO 8601. */
  readonly writtenAt: string
}

/** What a model is made of, as pairs of a name and a value; what it has none of is left out. */
export function modelFacts({
  root,
  clips,
  blendshapes,
  stillBlendshapes,
  bytes,
  writtenAt,
}: Model): readonly [string, string][] {
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
  ]
  const { y: height } = new Box3().setFromObject(root, true).getSize(new Vector3())
  const written = new Date(writtenAt)
  return [
    ['Height', `${height.toFixed(2)} m`],
    ...counts
      .filter(([, count]) => count > 0)
      .map(([name, count]): [string, string] => [name, count.toLocaleString('en')]),
    ...(clips.length === 0 ? [] : [['Clips', clips.map(clipText).join(', ')] as [string, string]]),
    ...(blendshapes.length === 0
      ? []
      : [['Face shapes', shapesText(blendshapes.length, stillBlendshapes)] as [string, string]]),
    ['File', `GLB, ${Math.ceil(bytes / 1024).toLocaleString('en')} KiB`],
    ...(Number.isNaN(written.getTime())
      ? []
      : [['Page written', written.toLocaleString('en-GB', MOMENT)] as [string, string]]),
  ]
}

/** Its name, and what its button is called where that is another word. */
function clipText(name: string): string {
  const plain = plainClip(name)
  return plain.toLowerCase() === name.toLowerCase() ? name : `${name} (${plain})`
}

/** More names than these are found among the sliders. */
const STILL_NAMED = 4

function shapesText(count: number, still: readonly string[]): string {
  const which = still.length > 0 && still.length <= STILL_NAMED ? ` (not ${still.join(', ')})` : ''
  return `${count}, of which ${count - still.length} move${which}`
}

const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const
