import { findActionClip, findClip } from '../figure/clip-names.js'
import { type FigureStage, openFigureStage } from '../figure/figure-stage.js'
import { bindStageKeys } from '../figure/stage-keys.js'
import { createFacePanel, type FacePanel } from './face-panel.js'
import { modelFacts } from './model-facts.js'
import { decodeBase64, readPageData } from './page-data.js'
import { createSpeech, type Speech } from './speech.js'

const element = <T extends HTMLElement>(id: string, type: new () => T): T => {
  const found = document.getElementById(id)
  if (found instanceof type) return found
  throw new Error(`The page has no ${id}`)
}
const button = (id: string) => element(id, HTMLButtonElement)

const status = element('status', HTMLElement)
const data = readPageData(document)
let face: FacePanel | undefined
let speech: Speech | undefined

async function start(): Promise<void> {
  const canvas = element('stage', HTMLCanvasElement)
  const model = decodeBase64(data.model)
  const stage = await openFigureStage(canvas, {
    source: Uint8Array.from(model).buffer,
    view: 'whole',
    firstClip: ([first]) => first ?? null,
    face: () => (speech?.isSpeaking() ? speech.face() : (face?.weights() ?? {})),
  })
  const clips = offerClips(stage)
  const togglePause = offerPause(stage)
  button('fit-all').addEventListener('click', () => stage.orbit.show('whole'))
  button('fit-face').addEventListener('click', () => stage.orbit.show('face'))
  bindStageKeys(canvas, stage.orbit, (key) => {
    if (key === ' ') return togglePause
    return /^[1-9]$/.test(key) ? () => clips.choose(Number(key) - 1) : undefined
  })
  offerFace(stage)
  offerSpeech(stage, clips.play)
  listFacts(modelFacts({ ...stage, bytes: model.length }))
  status.textContent = stage.clips.length === 0 ? 'A model without clips.' : `${stage.clips.length} clips.`
  document.body.dataset['state'] = 'shown'
}

/** Name, description and picture, which need no WebGL. */
function describe(): void {
  const { name, poster, appearance, notShown } = data
  document.title = name
  element('title', HTMLElement).textContent = name
  if (poster !== null) {
    const picture = element('poster', HTMLImageElement)
    picture.src = `data:image/png;base64,${poster}`
    picture.hidden = false
  }
  element('description', HTMLElement).hidden = appearance === null
  element('appearance', HTMLElement).textContent = appearance
  const missing = element('not-shown', HTMLElement)
  missing.hidden = notShown.length === 0
  missing.textContent = `Not shown: ${notShown.join(', ')}.`
  button('theme').addEventListener('click', toggleTheme)
}

/** Lists the clips, of which the first one is played. */
function offerClips(stage: FigureStage) {
  const list = element('clips', HTMLSelectElement)
  list.replaceChildren(...stage.clips.map((name) => new Option(name, name)), new Option('Stand still', ''))
  element('clip', HTMLElement).hidden = stage.clips.length === 0
  const play = () => stage.loop(list.value === '' ? null : list.value)
  list.addEventListener('change', play)
  return {
    play,
    /** Plays the clip at this index of the list. */
    choose(index: number) {
      if (index >= list.options.length || stage.clips.length === 0) return
      list.selectedIndex = index
      play()
    },
  }
}

/** With reduced motion the user starts the animation. Returns what stops or continues it. */
function offerPause(stage: FigureStage): () => void {
  const pause = button('pause')
  const setPaused = (isPaused: boolean) => {
    stage.setPaused(isPaused)
    pause.setAttribute('aria-pressed', String(isPaused))
  }
  const toggle = () => setPaused(pause.getAttribute('aria-pressed') !== 'true')
  setPaused(matchMedia('(prefers-reduced-motion: reduce)').matches)
  pause.hidden = stage.clips.length === 0
  pause.addEventListener('click', toggle)
  return toggle
}

function offerFace(stage: FigureStage): void {
  if (stage.blendshapes.length === 0) return
  const parts = { list: element('blendshapes', HTMLElement), rest: button('rest') }
  face = createFacePanel(parts, stage.blendshapes, stage.refreshFace)
  element('face', HTMLElement).hidden = false
}

/** While it speaks, the figure plays the clip for talking, if it has one, then again the one that is chosen. */
function offerSpeech(stage: FigureStage, playChosen: () => void): void {
  if (data.spoken === null) return
  const speak = button('speak')
  const { text } = data.spoken
  /** Also moves the face of a figure that is stopped. */
  const follow = () => {
    if (!speech?.isSpeaking()) return stage.refreshFace()
    stage.refreshFace()
    requestAnimationFrame(follow)
  }
  const own = createSpeech(data.spoken, {
    onChange(isSpeaking) {
      speak.textContent = isSpeaking ? 'Stop' : 'Speak'
      document.body.dataset['voice'] = isSpeaking ? 'speaking' : 'still'
      const talk = findClip('talk', stage.clips)
      if (isSpeaking && talk !== undefined) stage.loop(talk)
      else if (!isSpeaking) playChosen()
      if (isSpeaking) requestAnimationFrame(follow)
    },
    onAction(name) {
      const clip = findActionClip(name, stage.clips)
      if (clip !== undefined) stage.playOnce(clip)
    },
  })
  speech = own
  element('line', HTMLElement).textContent = text
  speak.addEventListener('click', () => (own.isSpeaking() ? own.stop() : own.start()))
  element('spoken', HTMLElement).hidden = false
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

/** Switches between light and dark, overriding the system's preference. */
function toggleTheme(): void {
  const root = document.documentElement
  const isDark = (root.dataset['theme'] ?? systemTheme()) === 'dark'
  root.dataset['theme'] = isDark ? 'light' : 'dark'
}

const systemTheme = () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

describe()
await start().catch((error: unknown) => {
  status.textContent = `This model cannot be shown: ${error instanceof Error ? error.message : error}`
  element('poster', HTMLImageElement).alt = data.name
  document.body.dataset['state'] = 'failed'
})
