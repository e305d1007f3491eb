import type { Memory } from '../../contract/memories.js'
import type { Fading } from './fading.js'
import { buttonRow, element } from './memory-button.js'
import { isStacked } from './narrow-window.js'
import { memoriesText } from './node-counts.js'
import { renderGroupDetails, renderNodeDetails } from './node-details.js'
import { type Order, type OrderedView, renderOrdered } from './ordered-memories.js'
import { mentionsOf } from './outline.js'
import { type GraphNode, type MemoryGraphPageData, nodeName } from './page-data.js'
import type { GraphModel } from './picture/graph-model.js'
import { addressOf } from './selection.js'

type Settings = {
  readonly panel: HTMLElement
  /** Says to those who hear the page what is chosen. */
  readonly said: HTMLElement
  readonly data: MemoryGraphPageData
  readonly memories: ReadonlyMap<string, Memory>
  readonly model: GraphModel
  readonly fading: Fading
  choose(id: string | null): void
}
/** What time, kinds and search have left; null is all. */
type Limits = {
  readonly inTime: ReadonlySet<string> | null
  readonly found: ReadonlySet<string> | null
  /** People, places and things that are sought or chosen, those in most memories first. */
  readonly entities: readonly GraphNode[]
  /** How much is left, such as `34 of 101 memories`. */
  readonly count: string
  /** Said where nothing is left, unless it is said over the list. */
  readonly nothing: string
}

/** What is shown beside the picture: of what is chosen, or while nothing is, of what is left by time and search. */
export function createDetailsPanel(settings: Settings) {
  const { panel, said, model, choose } = settings
  const nodes = new Map(settings.data.graph.nodes.map((node) => [node.id, node]))
  const isTopic = (id: string | null) => model.layout.groups.some((one) => one.id === id)
  const state: Shown = {
    ...{ id: null, isWhole: false, order: 'important' },
    limits: { inTime: null, found: null, entities: [], count: '', nothing: '' },
  }
  /** Whether what is shown next was touched in the picture, under which it belongs then. */
  let isRevealing = false
  const { classList } = document.body
  const contentOf = createContent(settings, nodes, {
    setOrder: (order) => {
      Object.assign(state, { order, isWhole: false })
      render()
      panel.querySelector<HTMLElement>(`.orders [value="${order}"]`)?.focus({ preventScroll: true })
    },
    showWhole: () => {
      const shown = [...panel.querySelectorAll('.ordered > li')].filter((row) => row.checkVisibility()).length
      state.isWhole = true
      render()
      // What was read stays where it is; the focus goes on to what is new.
      const next = panel.querySelector(`.ordered > li:nth-child(${shown + 1}) > button`)
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    },
  })
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
  order: Order
  /** Whether all memories are listed, and not only the first. */
  isWhole: boolean
  limits: Limits
}

/** Makes what is told of what is chosen; while nothing is, of what all filters have left. */
function createContent(
  { data, memories, model, fading, choose }: Settings,
  nodes: ReadonlyMap<string, GraphNode>,
  acts: Pick<OrderedView, 'setOrder' | 'showWhole'>,
) {
  const drawn = data.graph.nodes.flatMap(({ id }) => memories.get(id) ?? [])
  const mentions = mentionsOf(data.graph.edges)
  const entityRow = (node: GraphNode) => {
    const note = memoriesText(mentions.get(node.id) ?? 0)
    return buttonRow(nodeName(node, memories), [note], () => choose(node.id))
  }
  const nothingChosen = (inTime: readonly Memory[], view: OrderedView, limits: Limits): Node[] => {
    if (drawn.length === 0) return [element('p', 'Nothing is remembered yet.')]
    const { found, entities, count, nothing } = limits
    const wanted = found === null ? inTime : inTime.filter(({ id }) => found.has(id))
    if (wanted.length + entities.length === 0) return [element('p', nothing || 'Nothing is left to show.')]
    return [
      element('h2', `${count.charAt(0).toUpperCase()}${count.slice(1)}`),
      ...(entities.length === 0 ? [] : [element('ul', ...entities.map(entityRow))]),
      ...(wanted.length === 0 ? [] : renderOrdered(wanted, view)),
      ...(wanted.length === drawn.length ? [fewer(wanted.length)] : []),
    ]
  }
  return (shown: Shown): Node[] => {
    const { inTime } = shown.limits
    const view = { order: shown.order, isWhole: shown.isWhole, fading, choose, ...acts }
    const left = drawn.filter(({ id }) => inTime?.has(id) ?? true)
    const [node, group] = [nodes.get(shown.id ?? ''), model.layout.groups.find(({ id }) => id === shown.id)]
    if (group !== undefined) {
      const isIn = ({ id }: Memory) => model.layout.nodes.get(id)?.group === group.id
      return renderGroupDetails({ group, memories: left.filter(isIn), view })
    }
    if (node === undefined) return nothingChosen(left, view, shown.limits)
    return renderNodeDetails({ data, memories, inTime, fading, addressOf, choose }, node)
  }
}

/** Whoever has counted what was stored wonders. */
function fewer(count: number): HTMLElement {
  const text = `${memoriesText(count)} can be fewer than were stored: what was said again is one, and what was replaced or forgotten is left out.`
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
