import { noteElement } from './memory-button.js'
import { isStacked } from './narrow-window.js'
import type { Order } from './ordered-memories.js'
import { leavesOf, type OutlineEntry } from './outline.js'
import { bindTreeKeys, isOpen, open, type TreeItem } from './tree-keys.js'

/** Of a larger graph the list begins with the topics alone. */
const MOST_OPEN = 40

type Texts = {
  /** What an entry is called. */
  name(entry: OutlineEntry): string
  /** What stands small beside it, such as its time. */
  notes(entry: OutlineEntry, order: Order): readonly string[]
}
type Settings = {
  readonly entries: readonly OutlineEntry[]
  readonly texts: Texts
  choose(id: string | null): void
  /** The focus leaves the list at its upper end. */
  leave(): void
}

/** What the list shows: all that is `wanted`, or of that what a search has found. */
export type Shown = {
  /** Null: nothing is searched. */
  readonly found: ReadonlySet<string> | null
  wanted(id: string): boolean
  /** Whether a time or kinds leave something out: what is left is opened, as what a search finds is. */
  readonly isFiltered: boolean
  /** What is called exactly as is searched: the group that it stands in comes first. */
  readonly first: string | null
}
type OutlineList = {
  readonly element: HTMLUListElement
  /** Shows only these entries and the topics above them, with their numbers; says whether there are any. */
  show(shown: Shown): boolean
  /** Marks what is chosen and opens what it stands in; a picture that is touched below would be moved by what opens. */
  mark(id: string | null, isTouched: boolean): void
  /** Puts the memories of each topic into an order, in which these are all of them. */
  arrange(order: Order, ids: readonly string[]): void
  /** Whether the filters leave something of it. */
  isLeft(id: string): boolean
  /** Opens or closes all topics. */
  openAll(isWanted: boolean): void
  /** Moves the focus to what is chosen, or else to the first entry that is no topic, and else to the first. */
  focusFirst(): void
}

type Item = TreeItem & {
  readonly entry: OutlineEntry
  readonly count: HTMLElement
  /** Of what it holds, without what only folds others. */
  readonly leaves: readonly OutlineEntry[]
}

/** The graph as a tree of buttons, in which topics, and memories with the same text, open and close. */
export function createOutlineList({ entries, texts, choose, leave }: Settings): OutlineList {
  const items: Item[] = []
  const isLarge = entries.reduce((sum, entry) => sum + leavesOf(entry).length, 0) > MOST_OPEN
  const byId = new Map<string, Item>()
  let marked: Item | undefined
  const addItem = (entry: OutlineEntry, parent: Item | null): HTMLLIElement => {
    const made = createItem(entry, { parent, texts })
    items.push(made)
    byId.set(entry.id, made)
    made.button.addEventListener('click', () => press(made, made === marked, choose))
    made.list?.append(...entry.children.map((child) => addItem(child, made)))
    open(made, entry.kind !== 'repeated' && !isLarge)
    return made.item
  }
  const element = document.createElement('ul')
  element.setAttribute('role', 'tree')
  element.setAttribute('aria-label', 'Topics, memories and entities')
  element.append(...entries.map((entry) => addItem(entry, null)))
  const keys = bindTreeKeys(element, items, leave)
  let wasOpened = false
  const { putFirst, arrange } = createOrder(element, { items, entries, byId })
  return {
    element,
    openAll: (isWanted) => openTopics(items, isWanted),
    show: ({ found, wanted, isFiltered, first }) => {
      const isOpening = found !== null || isFiltered
      const filter = { byId, found, wanted, isOpening }
      const left = entries.map((entry) => filterEntry(entry, { ...filter, isInFound: false }))
      if (!isOpening && wasOpened) {
        openTopics(items, !isLarge)
        if (marked !== undefined) openTo(marked)
      }
      wasOpened = isOpening
      putFirst(first !== null && found?.has(first) ? first : null)
      keys.repair()
      return left.some((count) => count > 0)
    },
    arrange: (order, ids) => {
      arrange(ids)
      writeNotes(items, texts, order)
      bringIntoSight(element.parentElement, marked)
    },
    isLeft: (id) => byId.get(id)?.item.classList.contains('missed') === false,
    mark: (id, isTouched) => {
      marked?.button.removeAttribute('aria-current')
      marked = byId.get(id ?? '')
      if (marked === undefined) return
      marked.button.setAttribute('aria-current', 'true')
      if (!isTouched) openTo(marked)
      keys.moveTo(marked)
      keys.repair()
      bringIntoSight(element.parentElement, marked)
    },
    focusFirst: () => keys.focusFirst(marked ?? null, ({ list }) => list === null),
  }
}

/** What is chosen opens with it; chosen again, it closes. */
function press(made: Item, isMarked: boolean, choose: Settings['choose']): void {
  if (made.entry.kind === 'repeated') {
    open(made, !isOpen(made))
    return
  }
  const isClosing = isMarked && isOpen(made)
  open(made, !isClosing)
  choose(isClosing ? null : made.entry.id)
}

/** Beside each memory what it is ordered by. */
function writeNotes(items: readonly Item[], texts: Texts, order: Order): void {
  for (const { entry, button, list } of items) {
    const notes = list === null ? button.querySelector('small') : null
    notes?.replaceWith(noteElement(texts.notes(entry, order)))
  }
}

/** Beside the picture the list scrolls by itself; below it, the whole page would. */
function bringIntoSight(box: Element | null, marked: Item | undefined): void {
  if (box === null || box.scrollHeight <= box.clientHeight) return
  if (marked === undefined) box.scrollTo(0, 0)
  else bringIntoView(marked.button)
}

/** Rows that were never in sight have a guessed height until they have been drawn, which takes some frames. */
function bringIntoView(button: HTMLElement, frames = 4): void {
  button.scrollIntoView({ block: 'nearest' })
  if (frames > 0) requestAnimationFrame(() => bringIntoView(button, frames - 1))
}

/**
 * Opens what an entry stands in, and it itself if it is a topic, as the picture does. In a narrow window the list below
 * would grow by screens for a memory that was chosen elsewhere.
 */
function openTo(one: Item): void {
  if (isStacked() && one.list === null) return
  let up: TreeItem | null = one
  for (; up !== null; up = up.parent) open(up, true)
}

type Ordered = {
  /** In the order of the document, which arrow keys go through. */
  readonly items: Item[]
  readonly entries: readonly OutlineEntry[]
  readonly byId: ReadonlyMap<string, Item>
}

/** Puts the group of an entry on top of the others, and back; and memories into another order. */
function createOrder(element: HTMLElement, { items, entries, byId }: Ordered) {
  let inOrder = [...items]
  const topOf = (one: Item): Item => (one.parent === null ? one : topOf(one.parent as Item))
  let before: Item | null = null
  const putOnTop = (top: Item | null) => {
    if (top !== before) element.append(...entries.flatMap(({ id }) => byId.get(id)?.item ?? []))
    before = top
    if (top !== null) element.prepend(top.item)
    const rank = (one: Item) => Number(topOf(one) !== top)
    items.splice(0, items.length, ...inOrder.toSorted((a, b) => rank(a) - rank(b)))
  }
  return {
    putFirst: (id: string | null) => {
      const wanted = byId.get(id ?? '')
      const top = wanted === undefined ? null : topOf(wanted)
      if (top !== before) putOnTop(top)
    },
    arrange: (ids: readonly string[]) => {
      const ranks = new Map(ids.map((id, rank) => [id, rank]))
      const rankOf = (entry: OutlineEntry) =>
        Math.min(...leavesOf(entry).map(({ id }) => ranks.get(id) ?? ids.length))
      const walk = (entry: OutlineEntry): Item[] => {
        const made = byId.get(entry.id)
        const isTopic = entry.kind === 'cluster'
        const below = isTopic ? entry.children.toSorted((a, b) => rankOf(a) - rankOf(b)) : entry.children
        if (isTopic) made?.list?.append(...below.flatMap(({ id }) => byId.get(id)?.item ?? []))
        return [...(made === undefined ? [] : [made]), ...below.flatMap(walk)]
      }
      inOrder = entries.flatMap(walk)
      putOnTop(before)
    },
  }
}

/** Memories with the same text stay together. */
function openTopics(items: readonly Item[], isWanted: boolean): void {
  for (const made of items) open(made, isWanted && made.entry.kind !== 'repeated')
}

type Place = { readonly parent: Item | null; readonly texts: Texts }

function createItem(entry: OutlineEntry, { parent, texts }: Place): Item {
  const item = document.createElement('li')
  const button = document.createElement('button')
  const list = entry.children.length > 0 ? document.createElement('ul') : null
  const count = document.createElement('span')
  const notes = texts.notes(entry, 'important')
  item.className = entry.kind
  item.setAttribute('role', 'none')
  button.type = 'button'
  button.setAttribute('role', 'treeitem')
  const level = parent === null ? 1 : parent.level + 1
  button.setAttribute('aria-level', String(level))
  button.append(texts.name(entry), count, ...(notes.length === 0 ? [] : [noteElement(notes)]))
  item.append(button)
  if (list !== null) {
    list.id = `in ${entry.id}`.replaceAll(/\s/g, '-')
    list.setAttribute('role', 'group')
    button.setAttribute('aria-owns', list.id)
    item.append(list)
  }
  return { item, button, list, parent, level, entry, count, leaves: leavesOf(entry) }
}

type Filter = Pick<Shown, 'found' | 'wanted'> & {
  /** Whether topics with something in them are opened. */
  readonly isOpening: boolean
  readonly byId: ReadonlyMap<string, Item>
  /** Whether the topic above was found itself: then all that is in it is shown. */
  readonly isInFound: boolean
}

/** Hides an entry that is not shown, nor any in it, and opens a topic with one in a search; returns how many are shown. */
function filterEntry(entry: OutlineEntry, filter: Filter): number {
  const { byId, found, wanted, isOpening, isInFound } = filter
  const item = byId.get(entry.id)
  const isFound = found === null || isInFound || found.has(entry.id)
  const isLeaf = entry.children.length === 0
  const below = entry.children.map((child) =>
    filterEntry(child, { ...filter, isInFound: found !== null && isFound }),
  )
  const count = isLeaf ? Number(isFound && wanted(entry.id)) : below.reduce((sum, one) => sum + one, 0)
  if (item === undefined) return count
  const isEmptyTopic = entry.kind === 'cluster' && isLeaf
  item.item.classList.toggle('missed', count === 0 && !(isEmptyTopic && found === null))
  if (!isLeaf) {
    item.count.textContent = countText(item, count)
    const isPart = found === null || !isFound
    if (isOpening && count > 0 && isPart && entry.kind !== 'repeated') open(item, true)
  }
  return count
}

function countText({ entry, leaves }: Item, shown: number): string {
  const text = shown === leaves.length ? `${shown}` : `${shown} of ${leaves.length}`
  return entry.kind === 'repeated' ? ` ×\u2009${text}` : ` (${text})`
}
