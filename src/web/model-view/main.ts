import { type Object3D, SkinnedMesh } from 'three'
import { findClip } from '../figure/clip-names.js'
import type { FaceWeights } from '../figure/face-frames.js'
import { type FigureStage, openFigureStage } from '../figure/figure-stage.js'
import { bindStageKeys } from '../figure/stage-keys.js'
import { NoWebglError } from '../figure/webgl-stage.js'
import { offerSingleKeys } from '../single-keys.js'
import { type ClipButtons, offerClips } from './clip-buttons.js'
import { showDescription } from './description.js'
import { element } from './elements.js'
import { createFacePanel, type FacePanel } from './face-panel.js'
import { modelFacts } from './model-facts.js'
import { decodeBase64, readPageData } from './page-data.js'
import { speakingFace } from './speaking-face.js'
import { type Movement, statusText } from './status-text.js'
import { offerTheme } from './theme.js'
import { offerSpeed } from './time-bar.js'
import { offerViews, type Views } from './view-tools.js'
import { offerVoice, type Voice } from './voice.js'

const status = element('status', HTMLElement)
const data = readPageData(document)
let face: FacePanel | undefined
let speech: Voice | undefined

async function start(): Promise<void> {
  const canvas = element('stage', HTMLCanvasElement)
  const model = decodeBase64(data.model)
  showDescription(data, model)
  offerSaving(model)
  let shown: string | null = null
  let tell = () => {}
  let [showTime, showPause] = [() => {}, () => {}]
  let movement: Movement = { clip: null, isPaused: true }
  const isActive = noticeActivity()
  const stage = await openFigureStage(canvas, {
    source: Uint8Array.from(model).buffer,
    view: 'whole',
    isInspected: true,
    firstClip: ([first]) => first ?? null,
    face: () => faceNow(movement),
    onMoment: () => showTime(),
    onClip(name) {
      shown = name
      tell()
    },
    isCalm: () => !isActive() && !speech?.isSpeaking() && movement.clip === findClip('idle', stage.clips),
  })
  movement = { clip: stage.clips[0] ?? null, isPaused: false }
  tell = () => {
    const [isSpeaking, isHeld] = [speech?.isSpeaking() ?? false, speech?.isHeld() ?? false]
    const doing = { ...movement, hasClips: stage.clips.length > 0, shown }
    status.textContent = statusText({ ...doing, isSpeaking, isHeld })
    showPause()
  }
  const onChange = (now: Movement) => {
    movement = now
    if (now.clip === null) shown = null
    tell()
  }
  const clips = offerClips(stage, { onChange, voice: () => speech })
  ;({ showTime, showPause } = clips)
  const views = offerViews(stage.orbit)
  const isForAll = offerSingleKeys(element('single-keys', HTMLInputElement))
  bindStageKeys(document.body, stage.orbit, {
    others: (key) => voiceKey(key) ?? views.keyed(key) ?? clipKey(stage, clips)(key),
    isMeant: (event) => event.target === canvas || (isForAll() && isForFigure(event)),
  })
  offerFace(stage, views)
  const isStill = () => movement.clip === null || movement.isPaused
  const around = { isStill, playChosen: clips.play, togglePause: clips.togglePause, tell, ...views }
  if (data.spoken !== null) speech = offerVoice(stage, data.spoken, around)
  element('speed', HTMLElement).hidden = stage.clips.length === 0 && data.spoken === null
  offerSpeed((rate) => {
    stage.setSpeed(rate)
    speech?.setSpeed(rate)
  })
  listFacts(modelFacts({ ...stage, bytes: model.length, writtenAt: data.writtenAt }))
  explainMovement(stage)
  tell()
  document.body.dataset['state'] = 'shown'
}

/** Name and picture, which need neither the model nor WebGL. */
function describe(): void {
  const { name, poster } = data
  document.title = name
  element('title', HTMLElement).textContent = name
  if (poster !== null) {
    const picture = element('poster', HTMLImageElement)
    picture.src = `data:image/png;base64,${poster}`
    picture.hidden = false
  }
  offerTheme()
}

/** Whoever looks at the rest pose looks at what is set, and would take a blink for that. */
const OPEN_EYES = { eyeBlinkLeft: 0, eyeBlinkRight: 0 }

const faceNow = ({ clip }: Movement): FaceWeights => ({
  ...(clip === null && OPEN_EYES),
  ...speakingFace(speech?.face() ?? null, face?.weights() ?? {}),
})

const voiceKey = (key: string) => (key === 's' ? speech?.toggle : undefined)

const clipKey = (stage: FigureStage, clips: ClipButtons) => (key: string) => {
  if (key === ' ') return clips.togglePause
  if (stage.clips.length === 0) return undefined
  if (!/^[1-9]$/.test(key)) return undefined
  return () => {
    if (clips.choose(Number(key) - 1)) return
    status.textContent = `There is no movement ${key}: the last is ${stage.clips.length + 1}`
  }
}

/** Keys work wherever the focus is, but for those that what has it needs itself. */
function isForFigure({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return true
  if (target.isContentEditable || target.matches('select, textarea')) return false
  if (target.matches('input'))
    return target.matches('[type="range"]')
      ? /^[0-9fms ]$/.test(key)
      : target.matches('[type="checkbox"]') && /^[0-9fms]$/.test(key)
  if (key === ' ') return target.closest('button, a, summary') === null
  // Up and down scroll what the focus is in, or the page.
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return true
  const { scrollHeight, clientHeight } = document.documentElement
  return target === document.body && scrollHeight <= clientHeight
}

/** After the last touch of whatever is on the page, so many milliseconds of every frame. */
const ACTIVE_MS = 5000

/** Tells whether somebody has just used the page: then everything is to move as smoothly as it can. */
function noticeActivity(): () => boolean {
  let last = performance.now()
  for (const event of ['pointerdown', 'pointermove', 'wheel', 'keydown', 'input'])
    addEventListener(
      event,
      () => {
        last = performance.now()
      },
      { passive: true, capture: true },
    )
  return () => performance.now() - last < ACTIVE_MS
}

/** Says why nothing moves, and by which command it would. */
function explainMovement({ clips, blendshapes, root }: FigureStage): void {
  const hasClips = clips.length > 0
  element('movement', HTMLElement).hidden = false
  for (const line of document.querySelectorAll<HTMLElement>('[data-for="voice"]'))
    line.hidden = data.spoken === null
  element('last-clip', HTMLElement).textContent = String(Math.min(clips.length + 1, 9))
  for (const line of document.querySelectorAll<HTMLElement>('[data-for="clips"]')) line.hidden = !hasClips
  const missing = element('no-clips', HTMLElement)
  missing.hidden = hasClips
  const [reason, command] = [missing.querySelector('p'), missing.querySelector('code')]
  if (reason === null || command === null) return
  reason.textContent = hasSkeleton(root)
    ? 'The file of this model has no clips. A model that stands, walks, waves and talks is made by'
    : 'This model was made without a skeleton, so nothing of it can move. One that stands, walks, waves and talks is made by'
  command.textContent = `parley model generate ${data.characterId} --rigged --wait`
  const canSpeak = data.spoken === null && data.isVoiced && blendshapes.length > 0
  element('silent', HTMLElement).hidden = !canSpeak
  element('voice-command', HTMLElement).textContent = `parley model view ${data.characterId} --say 'Hello!'`
}

function hasSkeleton(root: Object3D): boolean {
  let isFound = false
  root.traverse((part) => {
    isFound ||= part instanceof SkinnedMesh
  })
  return isFound
}

/** How long that it was saved is said, beside the button. */
const SAVED_MS = 8000

function offerSaving(model: Uint8Array): void {
  const link = element('save', HTMLAnchorElement)
  link.href = URL.createObjectURL(new Blob([Uint8Array.from(model)], { type: 'model/gltf-binary' }))
  link.download = `${data.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}.glb`
  link.hidden = false
  link.addEventListener('click', () => {
    const saved = element('saved', HTMLElement)
    saved.textContent = `Saved as ${link.download}`
    setTimeout(() => saved.replaceChildren(), SAVED_MS)
  })
}

function offerFace(stage: FigureStage, { lookAtFace, lookAtMouth }: Views): void {
  if (stage.blendshapes.length === 0) return
  const places = {
    list: element('blendshapes', HTMLElement),
    expressions: element('expressions', HTMLElement),
    together: element('together', HTMLInputElement),
  }
  face = createFacePanel(places, stage, {
    onChange: stage.refreshFace,
    onTouch: (isOfMouth) => (isOfMouth ? lookAtMouth() : lookAtFace()),
  })
  element('face', HTMLElement).hidden = false
}

function listFacts(facts: readonly [string, string][]): void {
  element('facts', HTMLElement).replaceChildren(
    ...facts.flatMap(([name, value]) => [
      Object.assign(document.createElement('dt'), { textContent: name }),
      Object.assign(document.createElement('dd'), { textContent: value }),
    ]),
  )
  element('model', HTMLElement).hidden = false
}

/** In plain words; those of a library are there for whoever asks. */
function whyNotShown(error: unknown): string {
  if (error instanceof NoWebglError) {
    const shown = data.poster === null ? 'No picture' : 'A picture only'
    return `${shown}: this browser cannot draw in 3D here, as WebGL is off or missing`
  }
  status.title = String(error)
  return 'This model cannot be shown: its file is damaged, or of a kind that this page does not read'
}

describe()
await start().catch((error: unknown) => {
  status.textContent = whyNotShown(error)
  element('poster', HTMLImageElement).alt = data.name
  document.body.dataset['state'] = 'failed'
})
