import type { Memory } from '../../contract/memories.js'
import type { Fading } from './fading.js'
import { buttonRow, element } from './memory-button.js'
import { isStacked } from './narrow-window.js'
import { memoriesText } from './node-counts.js'
import { renderGroupDetails, renderNodeDetails } from './node-details.js'
import {
  comparison,
  FIRST_ORDER,
  type Order,
  type OrderedView,
  orderOf,
  renderOrdered,
} from './ordered-memories.js'
import { mentionsOf } from './outline.js'
import { type GraphNode, type MemoryGraphPageData, nodeName } from './page-data.js'
import type { GraphModel } from './picture/graph-model.js'
import { addressOf } from './selection.js'
import { bringBack, closing, createOrigins, keepAt, wayBack } from './way-back.js'

type Settings = {
  readonly panel: HTMLElement
  /** Says to those who hear the page what is chosen. */
  readonly said: HTMLElement
  /** What the keyboard can skip to; hidden where nothing can be drawn. */
  readonly picture: HTMLElement
  readonly data: MemoryGraphPageData
  readonly memories: ReadonlyMap<string, Memory>
  readonly model: GraphModel
  readonly fading: Fading
  choose(id: string | null): void
  /** Memories are ordered otherwise, which the list follows. */
  reorder(order: Order, ids: readonly string[]): void
}
/** What time, kinds and search have left; null is all. */
type Limits = {
  readonly inTime: ReadonlySet<string> | null
  readonly found: ReadonlySet<string> | null
  /** People, places and things that are sought or chosen, those in most memories first. */
  readonly entities: readonly GraphNode[]
  /** The search, such as `with “aunt”`; empty if there is none. */
  readonly sought: string
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
    ...{ id: null, isWhole: false, isUnsearched: false, order: FIRST_ORDER },
    limits: { inTime: null, found: null, entities: [], sought: '', count: '', nothing: '' },
  }
  const origins = createOrigins(panel, choose)
  /** Whether what is shown next was touched in the picture, under which it belongs then. */
  let isRevealing = false
  const { classList } = document.body
  const render = () => {
    const isFirst = state.id !== null || classList.contains('chosen')
    const hadFocus = panel.contains(document.activeElement)
    const goBack = () => origins.goBack(acts.listAgain)
    const back = classList.contains('touched') ? closing(choose) : wayBack(goBack)
    const content = contentOf(state)
    const skip = content.length > 1 && !settings.picture.hidden ? [skipTo(settings.picture)] : []
    panel.replaceChildren(...skip, ...(isFirst ? [back] : []), ...content)
    if (hadFocus) focusHeading(panel)
  }
  /** What is new is read from its beginning. */
  const renderFromTop = () => {
    render()
    panel.scrollTop = 0
  }
  const { inOrder, reorder } = createOrdering(settings, state)
  const acts = createActs({ panel, state, fading: settings.fading, origins, render, renderFromTop, reorder })
  const contentOf = createContent(settings, nodes, acts)
  return {
    show: (id: string | null) => {
      Object.assign(state, { id, isWhole: false, isUnsearched: false })
      const isClosing = id === null && classList.contains('touched') && isStacked()
      const pictureAt = settings.picture.getBoundingClientRect().top
      origins.arrive()
      const isNode = nodes.has(id ?? '') && !isTopic(id)
      // In a narrow window what is known of it comes first.
      classList.toggle('chosen', isNode && !isRevealing)
      classList.toggle('touched', id !== null && isRevealing)
      renderFromTop()
      said.textContent = id === null ? '' : `Chosen: ${panel.querySelector('h2')?.textContent ?? ''}`
      if (isClosing) keepAt(settings.picture, pictureAt)
      else if ((isNode || isRevealing) && id !== null && isStacked()) bringBack(panel)
    },
    isStacked,
    inOrder,
    /** Empty: the first order. */
    order: () => (state.order === FIRST_ORDER ? '' : state.order),
    orderBy: acts.orderBy,
    /** In a narrow window what is touched in the picture is told right under it: elsewhere it would be far away. */
    reveal: (id: string | null) => {
      isRevealing = isStacked()
      choose(id)
      isRevealing = false
    },
    limit: (now: Limits) => {
      const isOtherTime = state.limits.inTime !== now.inTime
      Object.assign(state, { limits: now, isUnsearched: false })
      if (isOtherTime || !nodes.has(state.id ?? '') || isTopic(state.id)) renderFromTop()
    },
    isTopic: (id: string) => isTopic(id) || nodes.get(id)?.type === 'cluster',
  }
}

type Shown = {
  id: string | null
  order: Order
  /** Whether all memories are listed, and not only the first. */
  isWhole: boolean
  /** Whether a topic lists also what a search leaves out. */
  isUnsearched: boolean
  limits: Limits
}
function createOrdering({ memories, fading, reorder }: Settings, state: Shown) {
  /** Memories as they are ordered now, then all else. */
  const inOrder = (ids: readonly string[]): string[] => {
    const some = ids.flatMap((id) => memories.get(id) ?? [])
    const ordered = some.toSorted(comparison(state.order, fading)).map(({ id }) => id)
    return [...ordered, ...ids.filter((id) => !memories.has(id))]
  }
  return { inOrder, reorder: () => reorder(state.order, inOrder([...memories.keys()])) }
}

type Acts = Pick<OrderedView, 'setOrder' | 'showWhole'> & {
  /** As `setOrder`, without the focus; what is no order is the first one. */
  orderBy(text: string): void
  showUnsearched(): void
  /** Chooses what is listed here, to which there is a way back. */
  chooseRow(id: string): void
  /** Chooses what the chosen one is joined to. */
  chooseJoined(id: string): void
  /** Makes the list as it was before a row of it was chosen. */
  listAgain(isWhole: boolean): void
}
type Acted = {
  readonly panel: HTMLElement
  readonly state: Shown
  readonly fading: Fading
  readonly origins: ReturnType<typeof createOrigins>
  render(): void
  renderFromTop(): void
  reorder(): void
}

/** What buttons in the details do. */
function createActs({ panel, state, fading, origins, render, renderFromTop, reorder }: Acted): Acts {
  const orderBy = (text: string) => {
    const order = orderOf(text, fading)
    if (order === state.order) return
    Object.assign(state, { order, isWhole: false })
    renderFromTop()
    reorder()
  }
  return {
    orderBy,
    setOrder: (order) => {
      orderBy(order)
      const button = panel.querySelector<HTMLElement>(`.orders [value="${order}"]`)
      button?.focus({ preventScroll: true })
      // Of a person it stands further down.
      button?.scrollIntoView({ block: 'nearest' })
    },
    showWhole: () => {
      const shown = [...panel.querySelectorAll('.ordered > li')].filter((row) => row.checkVisibility()).length
      state.isWhole = true
      render()
      // What was read stays where it is; the focus goes on to what is new.
      const next = panel.querySelector(`.ordered > li:nth-child(${shown + 1}) > button`)
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    },
    showUnsearched: () => {
      state.isUnsearched = true
      renderFromTop()
    },
    chooseRow: (row) => origins.chooseRow({ row, of: state.id, isWhole: state.isWhole }),
    chooseJoined: origins.chooseJoined,
    listAgain: (isWhole) => {
      state.isWhole = isWhole
      render()
    },
  }
}

/** Makes what is told of what is chosen; while nothing is, of what all filters have left. */
function createContent(
  { data, memories, model, fading }: Settings,
  nodes: ReadonlyMap<string, GraphNode>,
  acts: Acts,
) {
  const drawn = data.graph.nodes.flatMap(({ id }) => memories.get(id) ?? [])
  const mentions = mentionsOf(data.graph.edges)
  const entityRow = (node: GraphNode) => {
    const notes = [memoriesText(mentions.get(node.id) ?? 0)]
    return buttonRow({ id: node.id, text: nodeName(node, memories), notes }, acts.chooseRow)
  }
  /** Of what is found, topics and the player. */
  const namedRows = (found: ReadonlySet<string>) => {
    const isFound = ({ id }: { readonly id: string }) => found.has(id)
    const topics = model.layout.groups.filter(isFound)
    const players = [...nodes.values()].filter((node) => node.type === 'user' && isFound(node))
    return [
      ...topics.map(({ id, label, count }) =>
        buttonRow({ id, text: label, notes: [memoriesText(count)] }, acts.chooseRow),
      ),
      ...players.map((node) =>
        buttonRow({ id: node.id, text: nodeName(node, memories), notes: ['the player'] }, acts.chooseRow),
      ),
    ]
  }
  const nothingChosen = (inTime: readonly Memory[], view: OrderedView, limits: Limits): Node[] => {
    if (drawn.length === 0) return [element('p', 'Nothing is remembered yet.')]
    const { found, entities, count, nothing } = limits
    const wanted = found === null ? inTime : inTime.filter(({ id }) => found.has(id))
    const named = wanted.length + entities.length > 0 || found === null ? [] : namedRows(found)
    if (wanted.length + entities.length + named.length === 0)
      return [element('p', nothing || 'Nothing is left to show.')]
    return [
      element('h2', `${count.charAt(0).toUpperCase()}${count.slice(1)}`),
      ...(wanted.length === drawn.length ? [fewer()] : []),
      ...(named.length === 0 ? [] : [element('ul', ...named)]),
      ...(entities.length === 0 ? [] : [element('ul', ...entities.map(entityRow))]),
      ...(wanted.length === 0 ? [] : renderOrdered(wanted, view)),
    ]
  }
  return (shown: Shown): Node[] => {
    const { inTime, found, sought } = shown.limits
    const view = { order: shown.order, isWhole: shown.isWhole, fading, choose: acts.chooseRow, ...acts }
    const left = drawn.filter(({ id }) => inTime?.has(id) ?? true)
    const [node, group] = [nodes.get(shown.id ?? ''), model.layout.groups.find(({ id }) => id === shown.id)]
    if (group !== undefined) {
      const isIn = ({ id }: Memory) => model.layout.nodes.get(id)?.group === group.id
      const own = left.filter(isIn)
      // As in the list, a topic that is found itself has all of its memories.
      const isWhole = shown.isUnsearched || found === null || found.has(group.id)
      const listed = isWhole ? own : own.filter(({ id }) => found.has(id))
      const { showUnsearched } = acts
      return renderGroupDetails({ group, left: own, memories: listed, sought, view, showUnsearched })
    }
    if (node === undefined) return nothingChosen(left, view, shown.limits)
    return renderNodeDetails({ data, memories, inTime, view, addressOf, choose: acts.chooseJoined }, node)
  }
}

/** Seen only while it has the focus: there may be a dozen rows before the picture. */
function skipTo(picture: HTMLElement): HTMLElement {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'skip' })
  button.textContent = 'Skip to the picture'
  button.addEventListener('click', () => picture.focus())
  return button
}

/** Whoever has counted what was stored wonders. */
function fewer(): HTMLElement {
  const text = 'Repeats are merged; replaced and forgotten ones are left out.'
  return Object.assign(element('p', text), { className: 'note' })
}

/** What had the focus is gone with what it stood in. */
function focusHeading(panel: HTMLElement): void {
  const heading = panel.querySelector<HTMLElement>('h2')
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
