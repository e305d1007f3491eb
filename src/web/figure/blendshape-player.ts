import { Box3, Mesh, type Object3D, Vector3 } from 'three'

/** Shows faces on the morph targets of a model, by their names; a model without any stays as it is. */
export type BlendshapePlayer = {
  /** Those that any part of the model has. */
  readonly names: readonly string[]
  /** Of these, those that move nothing. */
  readonly still: readonly string[]
  /** Moves the face towards these weights, 0 to 1; a missing one is 0. */
  show(weights: Readonly<Record<string, number>>, seconds: number): void
}

/** Seconds in which most of a change is shown, so that a face never jumps. */
const SETTLE_SECONDS = 0.05

export function createBlendshapePlayer(model: Object3D): BlendshapePlayer {
  const faces: Mesh[] = []
  model.traverse((part) => {
    if (part instanceof Mesh && part.morphTargetInfluences !== undefined) faces.push(part)
  })
  const names = new Set(faces.flatMap(({ morphTargetDictionary = {} }) => Object.keys(morphTargetDictionary)))
  return {
    names: [...names],
    still: [...names].filter((name) => !faces.some((face) => moves(face, name))),
    show(weights, seconds) {
      const wanted = meetingLips(weights)
      const share = 1 - Math.exp(-seconds / SETTLE_SECONDS)
      for (const { morphTargetDictionary = {}, morphTargetInfluences = [] } of faces) {
        for (const [name, index] of Object.entries(morphTargetDictionary)) {
          const before = morphTargetInfluences[index] ?? 0
          morphTargetInfluences[index] = before + ((wanted[name] ?? 0) - before) * share
        }
      }
    },
  }
}

/** Lips meet over a jaw as far as it is open; further they would go through each other. */
function meetingLips(weights: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const { mouthClose = 0, jawOpen = 0 } = weights
  return mouthClose > jawOpen ? { ...weights, mouthClose: jawOpen } : weights
}

/** Whether a blendshape moves any vertex of a part. */
function moves({ geometry, morphTargetDictionary = {} }: Mesh, name: string): boolean {
  const index = morphTargetDictionary[name]
  const offsets = index === undefined ? undefined : geometry.morphAttributes.position?.[index]
  return offsets?.array.some((offset) => offset !== 0) ?? false
}

/** What shows where lips are: whatever these move. Not all that a jaw moves is mouth. */
const LIPS = ['mouthPucker', 'mouthFunnel', 'mouthSmileLeft', 'mouthSmileRight']

/** What the lips of a model take up in its current pose; null without any that move. */
export function mouthOf(model: Object3D): Box3 | null {
  const [mouth, point] = [new Box3(), new Vector3()]
  model.traverse((part) => {
    if (!(part instanceof Mesh)) return
    for (const name of LIPS) {
      const index = part.morphTargetDictionary?.[name]
      const offsets = index === undefined ? undefined : part.geometry.morphAttributes['position']?.[index]
      for (let at = 0; at < (offsets?.count ?? 0); at += 1) {
        const moved = Math.abs(offsets.getX(at)) + Math.abs(offsets.getY(at)) + Math.abs(offsets.getZ(at))
        if (moved > 0) mouth.expandByPoint(part.getVertexPosition(at, point).applyMatrix4(part.matrixWorld))
      }
    }
  })
  return mouth.isEmpty() ? null : mouth
}

const BLINK_EVERY_SECONDS = 3.7
const BLINK_SECONDS = 0.16

/** The lids of a face at rest, which blinks now and then. */
export function blinkAt(time: number): Readonly<Record<string, number>> {
  const closed = time % BLINK_EVERY_SECONDS < BLINK_SECONDS && time > BLINK_EVERY_SECONDS ? 1 : 0
  return { eyeBlinkLeft: closed, eyeBlinkRight: closed }
}
