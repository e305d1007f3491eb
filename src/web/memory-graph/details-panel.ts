import type { Memory } from '../../contract/memories.js'
import { renderHighlights } from './highlights.js'
import { element } from './memory-button.js'
import { renderGroupDetails, renderNodeDetails } from './node-details.js'
import type { MemoryGraphPageData } from './page-data.js'
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
  /** Said where nothing is left. */
  readonly nothing: string
}

/** What is shown beside the picture: of what is chosen, or while nothing is, of what is left by time and search. */
export function createDetailsPanel({ panel, said, data, memories, model, choose }: Settings) {
  const { graph } = data
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  const drawnMemories = graph.nodes.flatMap(({ id }) => memories.get(id) ?? [])
  let shown: string | null = null
  let limits: Limits = { inTime: null, found: null, nothing: '' }
  const groupOf = (id: string | null) => model.layout.groups.find((one) => one.id === id)
  const left = () => drawnMemories.filter(({ id }) => limits.inTime?.has(id) ?? true)
  const content = (): Node[] => {
    const node = nodes.get(shown ?? '')
    const group = groupOf(shown)
    if (group !== undefined) {
      const isIn = ({ id }: Memory) => model.layout.nodes.get(id)?.group === group.id
      return renderGroupDetails({ group, memories: left().filter(isIn), choose })
    }
    if (node !== undefined)
      return renderNodeDetails({ data, memories, inTime: limits.inTime, addressOf, choose }, node)
    return nothingChosen(left())
  }
  const nothingChosen = (inTime: readonly Memory[]): Node[] => {
    if (drawnMemories.length === 0) return [element('p', 'Nothing is remembered yet.')]
    const { found } = limits
    const wanted = found === null ? inTime : inTime.filter(({ id }) => found.has(id))
    const ofWhat = wanted.length === drawnMemories.length ? '' : ` of ${wanted.length}`
    const hint = element('p', 'Choose a topic to open it, or a memory, in the list or in the picture.')
    if (wanted.length === 0) return [element('p', limits.nothing)]
    return [hint, ...renderHighlights({ memories: wanted, ofWhat, heading: 'h2', choose })]
  }
  const render = () => panel.replaceChildren(...(shown === null ? [] : [wayBack(choose)]), ...content())
  return {
    show: (id: string | null) => {
      shown = id
      const isNode = nodes.has(id ?? '') && groupOf(id) === undefined
      const hadFocus = panel.contains(document.activeElement)
      // In a narrow window what is known of it comes first.
      document.body.classList.toggle('chosen', isNode)
      document.body.classList.remove('topic')
      render()
      const heading = panel.querySelector<HTMLElement>('h2')
      said.textContent = id === null ? '' : `Chosen: ${heading?.textContent ?? ''}`
      if (hadFocus && heading !== null) {
        // What had the focus is gone with what it stood in.
        heading.tabIndex = -1
        heading.focus()
      }
      if (isNode && isStacked()) panel.scrollIntoView()
    },
    /** Brings what is shown of a topic beside its circle, where that was touched: in a narrow window it would be far below. */
    reveal: () => {
      if (groupOf(shown) === undefined || !isStacked()) return
      document.body.classList.add('topic')
      panel.scrollIntoView()
    },
    limit: (now: Limits) => {
      const isOtherTime = limits.inTime !== now.inTime
      limits = now
      if (isOtherTime || !nodes.has(shown ?? '') || groupOf(shown) !== undefined) render()
    },
    isTopic: (id: string) => groupOf(id) !== undefined || nodes.get(id)?.type === 'cluster',
  }
}

/** In a narrow window what is chosen stands above all else; this goes back to its row. */
function wayBack(choose: Settings['choose']): HTMLElement {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'back' })
  button.textContent = '← Back to the list'
  button.addEventListener('click', () => {
    const row = document.querySelector('nav [aria-current]')
    choose(null)
    row?.scrollIntoView({ block: 'center' })
    if (row instanceof HTMLElement) row.focus({ preventScroll: true })
  })
  return button
}

/** In a narrow window the list is below picture and details, and what was chosen in it would be out of sight. */
const isStacked = (): boolean => matchMedia('(max-width: 60rem)').matches
