import { createModelViewer, type ModelViewer } from './model-viewer.js'
import type { OrbitCamera } from './orbit-camera.js'

const element = <T extends HTMLElement>(id: string, type: new () => T): T => {
  const found = document.getElementById(id)
  if (found instanceof type) return found
  throw new Error(`The page has no ${id}`)
}

const status = element('status', HTMLElement)
const data = readPageData(document)
document.title = data.name
element('title', HTMLElement).textContent = data.name
await start().catch((error: unknown) => {
  status.textContent = `This model cannot be shown: ${error instanceof Error ? error.message : error}`
  document.body.dataset['state'] = 'failed'
})

async function start(): Promise<void> {
  const canvas = element('stage', HTMLCanvasElement)
  const stage = createModelViewer(canvas)
  const clips = await stage.show(decodeBase64(data.model))
  const choose = offerClips(stage, clips)
  const pause = element('pause', HTMLButtonElement)
  // Who asked for less motion starts what moves by hand.
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const setPaused = (isPaused: boolean) => {
    stage.setPaused(isPaused)
    pause.setAttribute('aria-pressed', String(isPaused))
  }
  const togglePause = () => setPaused(pause.getAttribute('aria-pressed') !== 'true')
  setPaused(isCalm)
  pause.hidden = clips.length === 0
  pause.addEventListener('click', togglePause)
  element('whole', HTMLButtonElement).addEventListener('click', stage.orbit.reset)
  element('shade', HTMLButtonElement).addEventListener('click', toggleShade)
  bindViewerShortcuts(canvas, { orbit: stage.orbit, togglePause, choose })
  status.textContent = clips.length === 0 ? 'A model without clips.' : `${clips.length} clips.`
  document.body.dataset['state'] = 'shown'
}

/** Fills the list of clips, the first of which plays; the call it returns chooses one by its place. */
function offerClips(stage: ModelViewer, clips: readonly string[]): (place: number) => void {
  const list = element('clips', HTMLSelectElement)
  list.replaceChildren(...clips.map((name) => new Option(name, name)), new Option('Stand still', ''))
  element('clip', HTMLElement).hidden = clips.length === 0
  const play = () => stage.play(list.value === '' ? null : list.value)
  list.addEventListener('change', play)
  play()
  return (place) => {
    if (place >= list.options.length || clips.length === 0) return
    list.selectedIndex = place
    play()
  }
}

/** Light or dark, whatever the system says. */
function toggleShade(): void {
  const root = document.documentElement
  const isDark = (root.dataset['shade'] ?? systemShade()) === 'dark'
  root.dataset['shade'] = isDark ? 'light' : 'dark'
}

const systemShade = () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

/** What the command that writes the page puts into it. */
export type ModelPageData = {
  readonly name: string
  /** Binary glTF in base64. */
  readonly model: string
}

export function readPageData(page: Document): ModelPageData {
  const { name = '', model = '' } = JSON.parse(page.getElementById('data')?.textContent ?? '{}')
  return { name, model }
}

export function decodeBase64(base64: string): ArrayBuffer {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes.buffer
}

type ViewerActions = {
  readonly orbit: OrbitCamera
  togglePause(): void
  /** The clip at this place of the list. */
  choose(place: number): void
}

/** Radians of one press. */
const STEP = Math.PI / 24

/** Keys on the stage: arrows turn, + and - zoom, 0 is the whole, space stops and goes on, 1 to 9 choose a clip. */
export function bindViewerShortcuts(stage: HTMLElement, { orbit, togglePause, choose }: ViewerActions): void {
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => orbit.turn(-STEP, 0),
    ArrowRight: () => orbit.turn(STEP, 0),
    ArrowUp: () => orbit.turn(0, STEP),
    ArrowDown: () => orbit.turn(0, -STEP),
    '+': () => orbit.zoom(0.9),
    '-': () => orbit.zoom(1 / 0.9),
    '0': orbit.reset,
    ' ': togglePause,
  }
  stage.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = actions[event.key] ?? clipAction(event.key, choose)
    if (act === undefined) return
    event.preventDefault()
    act()
  })
}

const clipAction = (key: string, choose: ViewerActions['choose']): (() => void) | undefined =>
  /^[1-9]$/.test(key) ? () => choose(Number(key) - 1) : undefined
