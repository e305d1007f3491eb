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
async function start(): Promise<void> {
  const canvas = element('stage', HTMLCanvasElement)
  const stage = createModelViewer(canvas)
  const clips = await stage.show(decodeBase64(data.model))
  const choose = offerClips(stage, clips)
  const pause = element('pause', HTMLButtonElement)
  // With reduced motion the user starts the animation.
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  const setPaused = (isPaused: boolean) => {
    stage.setPaused(isPaused)
    pause.setAttribute('aria-pressed', String(isPaused))
  }
  const togglePause = () => setPaused(pause.getAttribute('aria-pressed') !== 'true')
  setPaused(prefersReducedMotion)
  pause.hidden = clips.length === 0
  pause.addEventListener('click', togglePause)
  element('fit-all', HTMLButtonElement).addEventListener('click', stage.orbit.reset)
  element('theme', HTMLButtonElement).addEventListener('click', toggleTheme)
  bindViewerShortcuts(canvas, { orbit: stage.orbit, togglePause, choose })
  status.textContent = clips.length === 0 ? 'A model without clips.' : `${clips.length} clips.`
  document.body.dataset['state'] = 'shown'
}

/** Lists the clips and plays the first one; the returned function plays the clip at an index. */
function offerClips(stage: ModelViewer, clips: readonly string[]): (index: number) => void {
  const list = element('clips', HTMLSelectElement)
  list.replaceChildren(...clips.map((name) => new Option(name, name)), new Option('Stand still', ''))
  element('clip', HTMLElement).hidden = clips.length === 0
  const play = () => stage.play(list.value === '' ? null : list.value)
  list.addEventListener('change', play)
  play()
  return (index) => {
    if (index >= list.options.length || clips.length === 0) return
    list.selectedIndex = index
    play()
  }
}

/** Switches between light and dark, overriding the system's preference. */
function toggleTheme(): void {
  const root = document.documentElement
  const isDark = (root.dataset['theme'] ?? systemTheme()) === 'dark'
  root.dataset['theme'] = isDark ? 'light' : 'dark'
}

const systemTheme = () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

/** The data that the command embeds in the page. */
type ModelPageData = {
  readonly name: string
  /** Binary glTF in base64. */
  readonly model: string
}

function readPageData(page: Document): ModelPageData {
  const { name = '', model = '' } = JSON.parse(page.getElementById('data')?.textContent ?? '{}')
  return { name, model }
}

function decodeBase64(base64: string): ArrayBuffer {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes.buffer
}

type ViewerActions = {
  readonly orbit: OrbitCamera
  togglePause(): void
  /** Plays the clip at this index of the list. */
  choose(index: number): void
}

/** Radians per key press. */
const TURN_STEP = Math.PI / 24

/** Arrow keys turn, + and - zoom, 0 resets the view, space pauses, 1 to 9 choose a clip. */
function bindViewerShortcuts(stage: HTMLElement, { orbit, togglePause, choose }: ViewerActions): void {
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => orbit.turn(-TURN_STEP, 0),
    ArrowRight: () => orbit.turn(TURN_STEP, 0),
    ArrowUp: () => orbit.turn(0, TURN_STEP),
    ArrowDown: () => orbit.turn(0, -TURN_STEP),
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

// Last, after the constants above are initialised.
await start().catch((error: unknown) => {
  status.textContent = `This model cannot be shown: ${error instanceof Error ? error.message : error}`
  document.body.dataset['state'] = 'failed'
})
