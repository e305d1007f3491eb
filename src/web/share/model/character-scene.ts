import {
  AnimationMixer,
  Box3,
  DirectionalLight,
  HemisphereLight,
  LoopOnce,
  LoopRepeat,
  type Object3D,
  type PerspectiveCamera,
  Vector3,
} from 'three'
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { blinkAt, createBlendshapePlayer } from '../../blendshapes.js'
import { createWebglStage } from '../../webgl-stage.js'
import { findActionClip, findClip, type Gesture } from './animation-clips.js'
import type { FigureAnimation } from './figure-animation.js'

/** The animated model of a character. */
export type CharacterScene = {
  /** Cross-fades to the gesture. A wave plays once and returns to the gesture before it. */
  setGesture(gesture: Gesture): void
  /** Plays the clip that an action of the character names once, if there is one, and returns to the gesture. */
  playAction(action: string): void
  /** Stops the animation, for visitors who prefer reduced motion. */
  setPaused(isPaused: boolean): void
  close(): void
}

/** Loads a model and shows it on the canvas, whose size may change; starts paused. Rejects when either fails. */
export async function openCharacterScene(
  canvas: HTMLCanvasElement,
  { url, figure }: { readonly url: string; readonly figure: Pick<FigureAnimation, 'advance'> },
): Promise<CharacterScene> {
  const model = await new GLTFLoader().loadAsync(url)
  const stage = createWebglStage(canvas, FIELD_OF_VIEW_DEGREES)
  stage.scene.add(model.scene, new HemisphereLight(0xffffff, 0x8d8578, 2.2), keyLight())
  const player = createClipPlayer(model, canvas)
  const face = createBlendshapePlayer(model.scene)
  let time = 0
  // The first frame shows the clip's pose, with the arms down, instead of the rest pose.
  player.mixer.update(0)
  stage.run({
    animate(seconds) {
      time += seconds
      player.mixer.update(seconds)
      const speaking = figure.advance(seconds)
      face.show('jawOpen' in speaking ? speaking : blinkAt(time), seconds)
    },
    onResize: frameModel(stage.camera, model.scene),
  })
  return {
    setGesture: player.setGesture,
    playAction: player.playAction,
    setPaused: stage.setPaused,
    close: stage.close,
  }
}

/** Shines from above, from the visitor's left. */
function keyLight(): DirectionalLight {
  const light = new DirectionalLight(0xffffff, 2)
  light.position.set(-1, 2, 3)
  return light
}

const FADE_SECONDS = 0.35

function createClipPlayer({ scene, animations }: GLTF, canvas: HTMLCanvasElement) {
  const mixer = new AnimationMixer(scene)
  const names = animations.map(({ name }) => name)
  let baseGesture: Gesture = 'idle'
  let current: string | undefined

  const playClip = (name: string | undefined, isOnce: boolean) => {
    const clip = animations.find((one) => one.name === name)
    if (clip === undefined || name === current) return
    const before = animations.find((one) => one.name === current)
    const action = mixer.clipAction(clip).reset()
    action.setLoop(isOnce ? LoopOnce : LoopRepeat, Number.POSITIVE_INFINITY)
    action.clampWhenFinished = true
    if (before !== undefined) action.crossFadeFrom(mixer.clipAction(before), FADE_SECONDS, false)
    action.play()
    current = name
    canvas.dataset['clip'] = clip.name
  }
  const play = (gesture: Gesture) => playClip(findClip(gesture, names), gesture === 'wave')
  mixer.addEventListener('finished', () => play(baseGesture))
  play('idle')
  return {
    mixer,
    playAction: (action: string) => playClip(findActionClip(action, names), true),
    setGesture(gesture: Gesture) {
      if (gesture !== 'wave') baseGesture = gesture
      play(gesture)
    },
  }
}

/** Vertical. */
const FIELD_OF_VIEW_DEGREES = 28
/** Share of a standing model that is shown, from the top. */
const UPPER_BODY_SHARE = 0.62

/** Frames the head and chest of an upright model, else the complete one; the returned function adapts to the aspect ratio. */
function frameModel(camera: PerspectiveCamera, model: Object3D): () => void {
  const box = new Box3().setFromObject(model, true)
  const size = box.getSize(new Vector3())
  const isUpright = size.y > 1.6 * Math.max(size.x, size.z)
  const height = size.y * (isUpright ? UPPER_BODY_SHARE : 1)
  const middle = box.getCenter(new Vector3()).setY(box.max.y - height / 2)
  camera.near = size.length() / 100
  camera.far = size.length() * 100
  return () => {
    const half = Math.tan((FIELD_OF_VIEW_DEGREES / 2) * (Math.PI / 180))
    const distance = Math.max(height / 2 / half, size.x / 2 / (half * camera.aspect)) * 1.08
    camera.position.copy(middle).setZ(box.max.z + distance)
    camera.lookAt(middle)
    camera.updateProjectionMatrix()
  }
}
