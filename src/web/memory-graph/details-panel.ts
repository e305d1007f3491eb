import type { Memory } from '../../contract/memories.js'
import { renderHighlights } from './highlights.js'
import { element } from './memory-button.js'
import { renderGroupDetails, renderNodeDetails } from './node-details.js'
import type { GraphNode, MemoryGraphPageData } from './page-data.js'
import type { GraphModel } from './picture/graph-model.js'
import { addressOf } from './selection.js'

type Settings = {
  readonly panel: HTMLElement
  /** Says to those who hear the page what is chosen. */
  readonly said: HTMLElement
  readonly data: MemoryGraphPageData
  readonly memories: ReadonlyMap<string, Memory>
  readonly model: GraphModel
  choose(id: string | null): void
}
/** What time, kinds and search have left; null is all. */
type Limits = {
  readonly inTime: ReadonlySet<string> | null
  readonly found: ReadonlySet<string> | null
  /** Said where no memory is left, unless it is said over the list. */
  readonly nothing: string
}

/** What is shown beside the picture: of what is chosen, or while nothing is, of what is left by time and search. */
export function createDetailsPanel(settings: Settings) {
  const { panel, said, model, choose } = settings
  const nodes = new Map(settings.data.graph.nodes.map((node) => [node.id, node]))
  const isTopic = (id: string | null) => model.layout.groups.some((one) => one.id === id)
  const state: Shown = { id: null, isWhole: false, limits: { inTime: null, found: null, nothing: '' } }
  /** Whether what is shown next was touched in the picture, under which it belongs then. */
  let isRevealing = false
  const { classList } = document.body
  const showWhole = (isWanted: boolean) => {
    state.isWhole = isWanted
    render()
    focusHeading(panel)
  }
  const contentOf = createContent(settings, nodes, showWhole)
  const render = () => {
    const isFirst = state.id !== null || classList.contains('chosen')
    const back = classList.contains('touched') ? closing : wayBack
    panel.replaceChildren(...(isFirst ? [back(choose)] : []), ...contentOf(state))
  }
  return {
    show: (id: string | null) => {
      Object.assign(state, { id, isWhole: false })
      const isNode = nodes.has(id ?? '') && !isTopic(id)
      const hadFocus = panel.contains(document.activeElement)
      // In a narrow window what is known of it comes first.
      classList.toggle('chosen', isNode && !isRevealing)
      classList.toggle('touched', id !== null && isRevealing)
      render()
      said.textContent = id === null ? '' : `Chosen: ${panel.querySelector('h2')?.textContent ?? ''}`
      if (hadFocus) focusHeading(panel)
      if ((isNode || isRevealing) && id !== null && isStacked()) panel.scrollIntoView()
    },
    /** Lists all that is left, the newest first. */
    showNewest: () => {
      // In a narrow window it comes first, as what is known of a choice.
      classList.toggle('chosen', isStacked())
      showWhole(true)
      if (isStacked()) panel.scrollIntoView()
    },
    isStacked,
    /** In a narrow window what is touched in the picture is told right under it: elsewhere it would be far away. */
    reveal: (id: string | null) => {
      isRevealing = isStacked()
      choose(id)
      isRevealing = false
    },
    limit: (now: Limits) => {
      const isOtherTime = state.limits.inTime !== now.inTime
      state.limits = now
      if (isOtherTime || !nodes.has(state.id ?? '') || isTopic(state.id)) render()
    },
    isTopic: (id: string) => isTopic(id) || nodes.get(id)?.type === 'cluster',
  }
}

type Shown = {
  id: string | null
  /** Whether all memories are listed, and not only the most important and the newest. */
  isWhole: boolean
  limits: Limits
}

/** Makes what is told of what is chosen; while nothing is, of what all filters have left. */
function createContent(
  { data, memories, model, choose }: Settings,
  nodes: ReadonlyMap<string, GraphNode>,
  showWhole: (isWanted: boolean) => void,
) {
  const drawn = data.graph.nodes.flatMap(({ id }) => memories.get(id) ?? [])
  const nothingChosen = (inTime: readonly Memory[], { isWhole, limits }: Shown): Node[] => {
    if (drawn.length === 0) return [element('p', 'Nothing is remembered yet.')]
    const { found, nothing } = limits
    const wanted = found === null ? inTime : inTime.filter(({ id }) => found.has(id))
    if (wanted.length === 0) return [element('p', nothing || 'Nothing is left to show.')]
    const ofWhat = wanted.length === drawn.length ? '' : ` of ${wanted.length}`
    const hint = element('p', 'Choose a topic to open it, or a memory, in the list or in the picture.')
    const acts = { choose, showWhole }
    const highlights = renderHighlights({ memories: wanted, ofWhat, heading: 'h2', isWhole, ...acts })
    return isWhole ? highlights : [hint, ...highlights, ...(ofWhat === '' ? [fewer()] : [])]
  }
  return (shown: Shown): Node[] => {
    const { inTime } = shown.limits
    const left = drawn.filter(({ id }) => inTime?.has(id) ?? true)
    const [node, group] = [nodes.get(shown.id ?? ''), model.layout.groups.find(({ id }) => id === shown.id)]
    if (group !== undefined) {
      const isIn = ({ id }: Memory) => model.layout.nodes.get(id)?.group === group.id
      const { isWhole } = shown
      return renderGroupDetails({ group, memories: left.filter(isIn), isWhole, choose, showWhole })
    }
    if (node === undefined) return nothingChosen(left, shown)
    return renderNodeDetails({ data, memories, inTime, addressOf, choose }, node)
  }
}

/** Whoever has counted what was stored wonders. */
function fewer(): HTMLElement {
  const text =
    'These can be fewer than were stored: what was said again is one memory, and what was replaced or forgotten is left out.'
  return Object.assign(element('p', text), { className: 'note' })
}

/** What had the focus is gone with what it stood in. */
function focusHeading(panel: HTMLElement): void {
  const heading = panel.querySelector<HTMLElement>('h2')
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** In a narrow window, under the picture. */
function closing(choose: Settings['choose']): HTMLElement {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'back' })
  button.textContent = 'Close'
  button.addEventListener('click', () => choose(null))
  return button
}

/** In a narrow window what is chosen stands above all else; this goes back to its row. */
function wayBack(choose: Settings['choose']): HTMLElement {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'back' })
  button.textContent = '← Back to the list'
  button.addEventListener('click', () => {
    const row = document.querySelector('nav [aria-current]')
    choose(null)
    const shown = row ?? document.querySelector('nav')
    if (row instanceof HTMLElement) row.focus({ preventScroll: true })
    bringBack(shown)
  })
  return button
}

/** Rows that were never in sight have a guessed height until they have been drawn, which takes some frames. */
function bringBack(row: Element | null, frames = 4): void {
  row?.scrollIntoView({ block: row.localName === 'nav' ? 'start' : 'center' })
  if (frames > 0) requestAnimationFrame(() => bringBack(row, frames - 1))
}

/** In a narrow window the list is below picture and details, and what was chosen in it would be out of sight. */
const isStacked = (): boolean => matchMedia('(max-width: 60rem)').matches
