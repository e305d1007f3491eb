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
  PMREMGenerator,
  type Scene,
  ShadowMaterial,
  type WebGLRenderer,
} from 'three'
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { createWebglStage } from '../webgl-stage.js'
import { createOrbitCamera, type OrbitCamera } from './orbit-camera.js'

/** Shows one binary glTF model at a time. Loads nothing over the network: the model is passed as bytes. */
export type ModelViewer = {
  readonly orbit: OrbitCamera
  /** Replaces the model and returns the names of its clips. Rejects for an invalid model. */
  show(model: ArrayBuffer): Promise<readonly string[]>
  /** Loops the clip of this name, as returned by `show`; null shows the rest pose. */
  play(clip: string | null): void
  setPaused(isPaused: boolean): void
  /** Frees the WebGL context and removes the listeners. */
  close(): void
}

const FIELD_OF_VIEW_DEGREES = 35
const CROSS_FADE_SECONDS = 0.3

/** Draws into the canvas, whose size may change; starts paused. Throws when the browser has no WebGL. */
export function createModelViewer(canvas: HTMLCanvasElement): ModelViewer {
  const stage = createWebglStage(canvas, FIELD_OF_VIEW_DEGREES)
  const { renderer, scene } = stage
  renderer.toneMapping = ACESFilmicToneMapping
  renderer.shadowMap.enabled = true
  renderer.shadowMap.type = PCFShadowMap
  const ground = addLights(renderer, scene)
  const orbit = createOrbitCamera(canvas, stage.camera)
  let shown: LoadedModel | undefined
  stage.run({ animate: (seconds) => shown?.mixer.update(seconds), updateCamera: orbit.update })

  return {
    orbit,
    async show(model) {
      const { scene: root, animations } = await new GLTFLoader().parseAsync(model, '')
      if (shown !== undefined) scene.remove(shown.root)
      castShadows(root)
      scene.add(root)
      ground.position.y = orbit.fitTo(root)
      shown = {
        root,
        mixer: new AnimationMixer(root),
        clips: uniquelyNamedClips(animations),
        playing: undefined,
      }
      stage.invalidate()
      return [...shown.clips.keys()]
    },
    play(name) {
      if (shown !== undefined) crossFade(shown, name)
      stage.invalidate()
    },
    setPaused: stage.setPaused,
    close() {
      orbit.close()
      stage.close()
    },
  }
}

type LoadedModel = {
  readonly root: Group
  readonly mixer: AnimationMixer
  readonly clips: ReadonlyMap<string, AnimationClip>
  playing: AnimationAction | undefined
}

/** Adds ambient light of a room, a lamp in front, and a ground for the shadow, which it returns. */
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
    // A skinned part has the bounds of its rest pose and would be culled when it moves out of them.
    part.frustumCulled = false
  })
}

/** Clips by unique names: duplicates and unnamed clips get their index. */
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
