import { Bone, type Box3, type Object3D, Vector3 } from 'three'
import type { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import type { Part } from './views.js'

/** The head of a figure, which its clips move. */
export type Head = {
  /** The height at which it begins in the first pose; null without a skeleton that names it. */
  readonly neck: number | null
  /** How far its mouth, or its middle, has come from where it was in the first pose. */
  moved(): Vector3
}

/** `mouth` is where the lips are now, if there are any. */
export function watchHead(root: Object3D, mouth: Box3 | null): Head {
  let found: Object3D | undefined
  root.traverse((part) => {
    if (part instanceof Bone && /^(?:.*[:_])?head$/i.test(part.name)) found ??= part
  })
  const bone = found
  if (bone === undefined) return { neck: null, moved: () => new Vector3() }
  const joint = bone.getWorldPosition(new Vector3())
  const first = mouth?.getCenter(new Vector3()) ?? joint.clone()
  const own = bone.worldToLocal(first.clone())
  return {
    neck: joint.y,
    moved() {
      bone.updateWorldMatrix(true, false)
      return bone.localToWorld(own.clone()).sub(first)
    },
  }
}

/** Farther away than so many distances of its view, a head moves in the picture. */
const FOLLOWED = 2

/** Has the camera go with the head, without turning with it, where a face or a mouth is looked at. */
export function createFollowing(controls: OrbitControls, head: Pick<Head, 'moved'> | undefined) {
  let [isNear, farthest, gone, isMoving] = [false, 0, new Vector3(), false]
  return {
    /** A view is shown from this distance. */
    aim(view: Part, distance: number) {
      ;[isNear, farthest, gone] = [view === 'face' || view === 'mouth', FOLLOWED * distance, new Vector3()]
    },
    /** Whether it is this that moves the camera now, not the user. */
    isMoving: () => isMoving,
    /** Updates the controls; these points go with the head, too. */
    update(also: readonly Vector3[]) {
      if (head !== undefined && isNear && controls.getDistance() <= farthest) {
        const by = head.moved().sub(gone)
        isMoving = by.length() > 1e-5 * farthest
        if (isMoving)
          for (const point of [controls.object.position, controls.target, gone, ...also]) point.add(by)
      }
      controls.update()
      isMoving = false
    },
  }
}
