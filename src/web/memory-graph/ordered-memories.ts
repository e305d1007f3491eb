import type { Memory } from '../../contract/memories.js'
import type { Fading } from './fading.js'
import { buttonRow, element, importanceOf, layerOf } from './memory-button.js'
import { DAY, MINUTE, timeOfMemory, timeText } from './times.js'

/** By what memories are ordered. */
export type Order = 'important' | 'newest' | 'fading'
const NAMES: Readonly<Record<Order, string>> = {
  important: 'Important',
  newest: 'Newest',
  fading: 'Next to fade',
}

export const FIRST_ORDER: Order = 'important'

/** What is written, or the first order where that is none. */
export const orderOf = (text: string, { isTold }: Fading): Order =>
  Object.hasOwn(NAMES, text) && (isTold || text !== 'fading') ? (text as Order) : FIRST_ORDER

/** So many are shown until all are asked for; fewer in a narrow window, by the style sheet. */
const FIRST = 10

/** What is chosen in the panel, and who does it. */
export type OrderedView = {
  readonly order: Order
  /** Whether all of them are listed, and not only the first. */
  readonly isWhole: boolean
  readonly fading: Fading
  choose(id: string): void
  setOrder(order: Order): void
  showWhole(): void
}

/** These memories in the order that is chosen, each with what it is ordered by; and the switch that orders them otherwise. */
export function renderOrdered(memories: readonly Memory[], view: OrderedView): HTMLElement[] {
  const { order, isWhole, fading, choose } = view
  const ordered = inOrder(memories, order, fading)
  const note = noteOf(ordered, view)
  const shown = isWhole ? ordered : ordered.slice(0, FIRST)
  const list = element(
    'ul',
    ...shown.map((memory) => {
      return buttonRow({ id: memory.id, text: memory.content, notes: note(memory) }, choose)
    }),
  )
  list.className = isWhole ? 'ordered' : 'ordered first'
  if (ordered.length === 0) return [orderSwitch(view), element('p', 'None of these fades.')]
  return [orderSwitch(view), list, ...(isWhole ? [] : wholeButton(ordered.length, view))]
}

/** Which of two memories comes first, wherever memories are listed; what does not fade comes after all that does. */
export function comparison(order: Order, fading: Fading): (a: Memory, b: Memory) => number {
  const timeOf = (memory: Memory) => timeOfMemory(memory) ?? 0
  const newestFirst = (a: Memory, b: Memory) => timeOf(b) - timeOf(a)
  if (order === 'newest') return newestFirst
  const importantFirst = (a: Memory, b: Memory) => b.importance - a.importance || newestFirst(a, b)
  if (order === 'important') return importantFirst
  const rankOf = ({ id }: Memory) => fading.rank(id) ?? Number.MAX_SAFE_INTEGER
  return (a, b) => rankOf(a) - rankOf(b) || importantFirst(a, b)
}

function inOrder(memories: readonly Memory[], order: Order, fading: Fading): readonly Memory[] {
  const listed = order === 'fading' ? memories.filter(({ id }) => fading.rank(id) !== undefined) : memories
  return listed.toSorted(comparison(order, fading))
}

/** What stands beside a memory in this order: first what it is ordered by, and when it was remembered, in any. */
function noteOf(
  ordered: readonly Memory[],
  { order, fading }: OrderedView,
): (memory: Memory) => readonly string[] {
  const dayOf = (memory: Memory) => {
    const time = timeOfMemory(memory)
    return time === undefined ? 'unknown time' : timeText(time, DAY)
  }
  if (order === 'fading')
    return (memory) => [...fading.turnNotes(memory.id), importanceOf(memory), dayOf(memory)]
  // Where all of them fade soon, whoever asked for these asks when.
  const areFading = ordered.every(({ id }) => fading.soon.has(id))
  const keptOf = (memory: Memory) => (areFading ? fading.turnNotes(memory.id) : layerOf(memory))
  if (order === 'important') return (memory) => [importanceOf(memory), dayOf(memory), ...keptOf(memory)]
  // The order is only believed with seconds where the times are near each other.
  const [first, last] = [ordered[0], ordered[Math.min(5, ordered.length) - 1]].map((one) => timeOfMemory(one))
  const apartMs = (first ?? 0) - (last ?? 0) < 5 * MINUTE ? 1000 : MINUTE
  return (memory) => {
    const time = timeOfMemory(memory)
    const told = time === undefined ? 'unknown time' : `${timeText(time, apartMs)} UTC`
    return [told, importanceOf(memory), ...keptOf(memory)]
  }
}

function orderSwitch({ order, fading, setOrder }: OrderedView): HTMLElement {
  const orders = (Object.keys(NAMES) as Order[]).filter((one) => one !== 'fading' || fading.isTold)
  const buttons = orders.map((one) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', value: one })
    button.textContent = NAMES[one]
    button.setAttribute('aria-pressed', String(one === order))
    button.addEventListener('click', () => setOrder(one))
    return button
  })
  const group = element('div', ...buttons)
  group.className = 'orders'
  group.setAttribute('role', 'group')
  group.setAttribute('aria-label', 'Order')
  return group
}

/** Also where a wide window has room for all: a narrow one shows fewer. */
function wholeButton(count: number, { showWhole }: OrderedView): HTMLElement[] {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'whole' })
  button.textContent = `Show all ${count}`
  if (count <= FIRST) button.classList.add('for-narrow')
  button.addEventListener('click', showWhole)
  return count <= FIRST / 2 ? [] : [button]
}
