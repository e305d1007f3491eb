import {
  ACESFilmicToneMapping,
  AmbientLight,
  type AnimationAction,
  type AnimationClip,
  AnimationMixer,
  CircleGeometry,
  DirectionalLight,
  type Group,
  Mesh,
  PCFShadowMap,
  PerspectiveCamera,
  PMREMGenerator,
  Scene,
  ShadowMaterial,
  WebGLRenderer,
} from 'three'
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { createFrameClock } from '../frame-clock.js'
import { createOrbitCamera, type OrbitCamera } from './orbit-camera.js'

/** A place that shows one binary glTF at a time. It asks the network for nothing: the model comes as bytes. */
export type ModelViewer = {
  readonly orbit: OrbitCamera
  /** Shows the model in place of the one before; the names of its clips. Rejects when it is no model. */
  show(model: ArrayBuffer): Promise<readonly string[]>
  /** Plays the clip from the list of `show`, over and over; null: the model stands still. */
  play(clip: string | null): void
  setPaused(isPaused: boolean): void
  /** Lets go of all that it holds. */
  close(): void
}

/** Seconds from one clip to the next. */
const CROSS_FADE_SECONDS = 0.3

/** Draws into the canvas, whose size may change. Throws when the browser has no WebGL. */
export function createModelViewer(canvas: HTMLCanvasElement): ModelViewer {
  const renderer = createRenderer(canvas)
  const scene = new Scene()
  const camera = new PerspectiveCamera(35, 1, 0.01, 100)
  const ground = addLights(renderer, scene)
  const orbit = createOrbitCamera(canvas, camera)
  const clock = createFrameClock()
  let shown: LoadedModel | undefined
  let isPaused = false
  let isChanged = true

  renderer.setAnimationLoop((time) => {
    const isResized = resize(renderer, camera)
    const isTurned = orbit.update()
    const step = clock.step(time)
    // A picture that would be the same is not drawn again: without a graphics card each costs a core.
    if (isPaused && !isResized && !isTurned && !isChanged) return
    if (!isPaused) shown?.mixer.update(step)
    renderer.render(scene, camera)
    isChanged = false
  })

  return {
    orbit,
    async show(model) {
      const { scene: root, animations } = await new GLTFLoader().parseAsync(model, '')
      if (shown !== undefined) scene.remove(shown.root)
      castShadows(root)
      scene.add(root)
      const floor = orbit.fitTo(root)
      ground.position.y = floor
      shown = {
        root,
        mixer: new AnimationMixer(root),
        clips: uniquelyNamedClips(animations),
        playing: undefined,
      }
      isChanged = true
      return [...shown.clips.keys()]
    },
    play(name) {
      if (shown !== undefined) crossFade(shown, name)
      isChanged = true
    },
    setPaused(pause) {
      isPaused = pause
    },
    close() {
      renderer.setAnimationLoop(null)
      orbit.close()
      renderer.dispose()
    },
  }
}

type LoadedModel = {
  readonly root: Group
  readonly mixer: AnimationMixer
  readonly clips: ReadonlyMap<string, AnimationClip>
  playing: AnimationAction | undefined
}

function createRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  // Clear where nothing is, so that the page's own colours are behind it.
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true })
  renderer.toneMapping = ACESFilmicToneMapping
  renderer.shadowMap.enabled = true
  renderer.shadowMap.type = PCFShadowMap
  return renderer
}

/** A room's light from everywhere, a lamp in front, and a floor for the shadow, which is returned. */
function addLights(renderer: WebGLRenderer, scene: Scene): Mesh {
  const rooms = new PMREMGenerator(renderer)
  scene.environment = rooms.fromScene(new RoomEnvironment(), 0.04).texture
  scene.environmentIntensity = 0.5
  rooms.dispose()

  const lamp = new DirectionalLight('#fff4e5', 1.7)
  lamp.position.set(1.5, 3.5, 2.5)
  lamp.castShadow = true
  lamp.shadow.mapSize.set(1024, 1024)
  lamp.shadow.radius = 4
  lamp.shadow.normalBias = 0.02
  const ground = new Mesh(new CircleGeometry(6, 48), new ShadowMaterial({ opacity: 0.28 }))
  ground.rotation.x = -Math.PI / 2
  ground.receiveShadow = true
  scene.add(new AmbientLight('#ffffff', 0.25), lamp, ground)
  return ground
}

function castShadows(root: Group): void {
  root.traverse((part) => {
    part.castShadow = true
    // The bounds of a skinned part are those of its rest pose.
    part.frustumCulled = false
  })
}

/** Two clips of one name are told apart, and one without a name has its place for one. */
function uniquelyNamedClips(animations: readonly AnimationClip[]): Map<string, AnimationClip> {
  const clips = new Map<string, AnimationClip>()
  for (const [at, clip] of animations.entries()) {
    const name = clip.name || `animation_${at}`
    clips.set(clips.has(name) ? `${name} (${at})` : name, clip)
  }
  return clips
}

function crossFade(shown: LoadedModel, name: string | null): void {
  const clip = name === null ? undefined : shown.clips.get(name)
  const next = clip === undefined ? undefined : shown.mixer.clipAction(clip)
  if (next === shown.playing) return
  if (next === undefined) shown.mixer.stopAllAction()
  else
    next
      .reset()
      .fadeIn(shown.playing === undefined ? 0 : CROSS_FADE_SECONDS)
      .play()
  shown.playing?.fadeOut(CROSS_FADE_SECONDS)
  shown.playing = next
}

/** Fits what is drawn to the canvas; whether it had to. */
function resize(renderer: WebGLRenderer, camera: PerspectiveCamera): boolean {
  const { clientWidth: width, clientHeight: height } = renderer.domElement
  if (width === 0 || height === 0) return false
  const ratio = Math.min(window.devicePixelRatio, 2)
  const { width: drawn, height: drawnHeight } = renderer.domElement
  if (drawn === Math.floor(width * ratio) && drawnHeight === Math.floor(height * ratio)) return false
  renderer.setPixelRatio(ratio)
  renderer.setSize(width, height, false)
  camera.aspect = width / height
  camera.updateProjectionMatrix()
  return true
}
