import type { Memory } from '../../contract/memories.js'
import type { createDetailsPanel } from './details-panel.js'
import type { Legend } from './legend.js'
import type { OutlineEntry } from './outline.js'
import type { createOutlineList } from './outline-list.js'
import { searchedTexts } from './outline-texts.js'
import type { MemoryGraphPageData } from './page-data.js'
import type { GraphModel } from './picture/graph-model.js'
import type { GraphView } from './picture/graph-view.js'
import { findWords, foundText } from './search-words.js'
import { describeShown } from './shown-text.js'
import type { Timeline } from './timeline.js'

type Settings = {
  readonly data: MemoryGraphPageData
  readonly memories: ReadonlyMap<string, Memory>
  readonly model: GraphModel
  readonly query: HTMLInputElement
  readonly entries: readonly OutlineEntry[]
  readonly list: ReturnType<typeof createOutlineList>
  readonly details: ReturnType<typeof createDetailsPanel>
  readonly view: GraphView
  readonly legend: Legend
  readonly timeline: Timeline | null
  /** Where it is said what is shown, what a search has found, and that nothing is left. */
  readonly range: HTMLElement
  readonly found: HTMLElement
  readonly nothingListed: HTMLElement
  /** What the timeline has left of the memories; null for all. */
  kept(): ReadonlySet<string> | null
  changed(): void
}

/** Shows everywhere what search, time and kinds have left, and says how much that is. */
export function createFilters(settings: Settings) {
  const { data, memories, query, entries, legend, timeline } = settings
  const searched = searchedTexts(entries, memories, settings.model.longTerm)
  const { nodes } = data.graph
  const nodeById = new Map(nodes.map((node) => [node.id, node]))
  let hits: readonly string[] = []
  let reasons: readonly string[] = []
  const update = () => {
    const inTime = settings.kept()
    const isInTime = (id: string) => inTime === null || inTime.has(id) || !memories.has(id)
    const ofKinds = legend.chosen()
    const isOfKind = (id: string) => ofKinds?.has(id) ?? true
    const wanted = (id: string) => isInTime(id) && isOfKind(id)
    const result = query.value.trim() === '' ? null : findWords(query.value, searched)
    const isFound = (id: string) => result?.ids.has(id) ?? true
    const left = result === null ? null : new Set([...result.ids].filter(wanted))
    hits = exactFirst(searched, left, result?.exact ?? null)
    const sought = result === null ? '' : `with “${query.value.trim()}”`
    const [when, kinds] = [timeline?.words() ?? '', legend.words()]
    reasons = [when, kinds, sought].filter((one) => one !== '')
    const shown = describeShown({
      ...{ data, reasons, hasEntities: result !== null || ofKinds !== null, result },
      others: [when, kinds].filter((one) => one !== ''),
      isLeft: (id) => wanted(id) && isFound(id),
    })
    const isFiltered = inTime !== null || ofKinds !== null
    const isAny = settings.list.show({ found: left, wanted, isFiltered, first: result?.exact ?? null })
    Object.assign(settings.nothingListed, { hidden: isAny, textContent: shown.nothing })
    // In a narrow window the list is below the picture; what was found belongs right under the search.
    document.body.classList.toggle('searching', result !== null)
    settings.view.showOnly(inTime === null ? null : new Set(nodes.map(({ id }) => id).filter(isInTime)))
    settings.view.fadeOthers(result === null ? null : hits)
    settings.view.highlight(ofKinds)
    // The numbers of each filter are those that the others leave.
    timeline?.count((id) => isOfKind(id) && isFound(id))
    legend.count((id) => isInTime(id) && isFound(id))
    settings.range.textContent = shown.text
    settings.found.textContent =
      result === null
        ? ''
        : foundText(result, { nodeOf: (id) => nodeById.get(id), wanted, others: shown.others })
    const inDetails = isFiltered ? new Set([...memories.keys()].filter(wanted)) : null
    settings.details.limit({ inTime: inDetails, found: left, nothing: isAny ? shown.nothing : '' })
    settings.changed()
  }
  const clear = () => {
    query.value = ''
    legend.clear()
    if (timeline === null) update()
    else timeline.clear()
  }
  return { update, clear, hits: () => hits, areSet: () => reasons.length > 0 }
}

/** What was found and is left, in the order of the list; what is called exactly so comes first. */
function exactFirst(
  searched: ReturnType<typeof searchedTexts>,
  left: ReadonlySet<string> | null,
  exact: string | null,
): string[] {
  const ids = searched.flatMap(({ id }) => (left?.has(id) ? [id] : []))
  return exact !== null && left?.has(exact) ? [exact, ...ids.filter((id) => id !== exact)] : ids
}
