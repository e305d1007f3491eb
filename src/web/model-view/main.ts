import { bindViewerShortcuts } from './keyboard-shortcuts.js'
import { createModelViewer, type ModelViewer } from './model-viewer.js'
import { decodeBase64, readPageData } from './page-data.js'

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
