import {
  AnimationMixer,
  Box3,
  DirectionalLight,
  HemisphereLight,
  LoopOnce,
  LoopRepeat,
  type Object3D,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three'
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { createFrameClock } from '../../frame-clock.js'
import { findClip, type Gesture } from './animation-clips.js'

/** A model that stands before the visitor. */
export type CharacterScene = {
  /** Goes over into it; a greeting is made once, and then what was done before goes on. */
  setGesture(doing: Gesture): void
  /** Whether it holds still, as visitors may ask of everything that moves. */
  setPaused(isStill: boolean): void
  close(): void
}

/** Loads the model at an address and shows it on the canvas, as large as that is. Fails when either cannot be. */
export async function openCharacterScene(canvas: HTMLCanvasElement, url: string): Promise<CharacterScene> {
  const model = await new GLTFLoader().loadAsync(url)
  const renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true })
  const scene = new Scene().add(model.scene, new HemisphereLight(0xffffff, 0x8d8578, 2.2), keyLight())
  const player = createClipPlayer(model, canvas)
  // As it stands, not as it was built: with its arms down.
  player.mixer.update(0)
  const view = createFramedCamera(canvas, model.scene)
  const clock = createFrameClock()
  const draw = () => renderer.render(scene, view.camera)
  const resized = new ResizeObserver(() => {
    view.fit(renderer)
    draw()
  })
  resized.observe(canvas)
  view.fit(renderer)
  draw()
  return {
    setGesture: player.show,
    setPaused(isStill) {
      // What is held does not jump when it goes on.
      clock.reset()
      renderer.setAnimationLoop(
        isStill
          ? null
          : (now: number) => {
              player.mixer.update(clock.step(now))
              draw()
            },
      )
    },
    close() {
      resized.disconnect()
      renderer.setAnimationLoop(null)
      renderer.dispose()
      renderer.forceContextLoss()
    },
  }
}

/** From above, and from the visitor's left. */
function keyLight(): DirectionalLight {
  const light = new DirectionalLight(0xffffff, 2)
  light.position.set(-1, 2, 3)
  return light
}

const FADE_SECONDS = 0.35

function createClipPlayer({ scene, animations }: GLTF, canvas: HTMLCanvasElement) {
  const mixer = new AnimationMixer(scene)
  const names = animations.map(({ name }) => name)
  let lasting: Gesture = 'idle'
  let current: string | undefined

  const play = (doing: Gesture) => {
    const name = findClip(doing, names)
    const clip = animations.find((one) => one.name === name)
    if (clip === undefined || name === current) return
    const before = animations.find((one) => one.name === current)
    const action = mixer.clipAction(clip).reset()
    action.setLoop(doing === 'wave' ? LoopOnce : LoopRepeat, Number.POSITIVE_INFINITY)
    action.clampWhenFinished = true
    if (before !== undefined) action.crossFadeFrom(mixer.clipAction(before), FADE_SECONDS, false)
    action.play()
    current = name
    canvas.dataset['clip'] = clip.name
  }
  mixer.addEventListener('finished', () => play(lasting))
  play('idle')
  return {
    mixer,
    show(doing: Gesture) {
      if (doing !== 'wave') lasting = doing
      play(doing)
    },
  }
}

/** Degrees from the top of what is seen to its bottom. */
const FIELD_OF_VIEW_DEGREES = 28
/** Of somebody who stands, so much is shown from the top. */
const UPPER_BODY_SHARE = 0.62

/** A camera before the model: on its face and chest when it stands upright, else on the whole. */
function createFramedCamera(canvas: HTMLCanvasElement, model: Object3D) {
  const box = new Box3().setFromObject(model, true)
  const size = box.getSize(new Vector3())
  const isUpright = size.y > 1.6 * Math.max(size.x, size.z)
  const height = size.y * (isUpright ? UPPER_BODY_SHARE : 1)
  const middle = box.getCenter(new Vector3()).setY(box.max.y - height / 2)
  const camera = new PerspectiveCamera(FIELD_OF_VIEW_DEGREES, 1, size.length() / 100, size.length() * 100)
  return {
    camera,
    fit(renderer: WebGLRenderer) {
      const [wide, high] = [Math.max(1, canvas.clientWidth), Math.max(1, canvas.clientHeight)]
      renderer.setPixelRatio(Math.min(2, devicePixelRatio))
      renderer.setSize(wide, high, false)
      camera.aspect = wide / high
      const half = Math.tan((FIELD_OF_VIEW_DEGREES / 2) * (Math.PI / 180))
      const away = Math.max(height / 2 / half, size.x / 2 / (half * camera.aspect)) * 1.08
      camera.position.copy(middle).setZ(box.max.z + away)
      camera.lookAt(middle)
      camera.updateProjectionMatrix()
    },
  }
}
