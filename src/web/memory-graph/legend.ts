import type { Memory } from '../../contract/memories.js'
import type { MemoryGraph } from '../../contract/memory-graph.js'
import { AGES, type AgeScale, ageOf } from './picture/appearance.js'
import type { GraphModel } from './picture/graph-model.js'

/** What colours and rings say; sizes are explained beside them. */
type Kind = `age-${(typeof AGES)[number]}` | 'long-term' | 'entity'

export type Legend = {
  /** The nodes of the kinds that are chosen; null if none is. */
  chosen(): ReadonlySet<string> | null
  /** The names of these kinds; empty if none is chosen. */
  words(): string
  /** Says of each kind how many of it all other filters leave. */
  count(isLeft: (id: string) => boolean): void
  clear(): void
}

type Shown = {
  readonly scale: AgeScale
  readonly nodes: MemoryGraph['nodes']
  readonly memories: ReadonlyMap<string, Memory>
}

/** What colours, sizes and rings say, with how many there are of each; the dots themselves are drawn by the style sheet. */
export function renderLegend(list: HTMLElement, { scale, nodes, memories }: Shown): void {
  const drawn = nodes.flatMap(({ id }) => memories.get(id) ?? [])
  const counts = new Map<string, number>()
  for (const memory of drawn) {
    const age = ageOf(memory, scale)
    counts.set(age, (counts.get(age) ?? 0) + 1)
  }
  const longTerm = drawn.filter(({ memoryLayer }) => memoryLayer === 'ltm').length
  const entities = nodes.filter(({ type }) => type === 'entity').length
  const size = Object.assign(document.createElement('li'), { className: 'sizes' })
  size.append(
    'dot size: importance ',
    Object.assign(document.createElement('span'), { className: 'weak', textContent: '0' }),
    ' to ',
    Object.assign(document.createElement('span'), { className: 'strong', textContent: '1' }),
  )
  list.replaceChildren(
    ...scale.flatMap(({ id, label }) => {
      const count = counts.get(id) ?? 0
      // What no memory has needs no colour explained.
      return count === 0 ? [] : [kindItem(`age-${id}`, label, count)]
    }),
    ...(longTerm === 0 ? [] : [kindItem('long-term', 'long-term', longTerm)]),
    ...(entities === 0 ? [] : [kindItem('entity', 'person, place, thing', entities)]),
    size,
  )
}

/** Makes the kinds of a legend buttons that highlight all of that kind. */
export function bindLegend(
  list: HTMLElement,
  { nodes, model, change }: { nodes: MemoryGraph['nodes']; model: GraphModel; change(): void },
): Legend {
  const buttons = [...list.querySelectorAll('button')]
  const isPressed = (button: HTMLButtonElement) => button.getAttribute('aria-pressed') === 'true'
  const press = (button: HTMLButtonElement, isNow: boolean) =>
    button.setAttribute('aria-pressed', String(isNow))
  for (const button of buttons) {
    button.disabled = false
    button.addEventListener('click', () => {
      press(button, !isPressed(button))
      change()
    })
  }
  const isOf = ({ id, type }: MemoryGraph['nodes'][number], kind: string): boolean => {
    if (type !== 'memory') return type === kind
    return kind === 'long-term' ? model.longTerm.has(id) : kind === `age-${model.ageOf(id)}`
  }
  return {
    count(isLeft) {
      for (const button of buttons) {
        const all = nodes.filter((node) => isOf(node, button.value))
        setCount(button, all.filter(({ id }) => isLeft(id)).length, all.length)
      }
    },
    chosen() {
      const kinds = new Set(buttons.filter(isPressed).map(({ value }) => value))
      if (kinds.size === 0) return null
      const hasAges = AGES.some((age) => kinds.has(`age-${age}`))
      /** Memories of one of the ages, if any is chosen, and long-term, if that is. */
      const isChosen = ({ id, type }: MemoryGraph['nodes'][number]): boolean => {
        if (type === 'entity') return kinds.has('entity')
        if (type !== 'memory' || !(hasAges || kinds.has('long-term'))) return false
        const isOfAge = !hasAges || kinds.has(`age-${model.ageOf(id)}`)
        return isOfAge && (!kinds.has('long-term') || model.longTerm.has(id))
      }
      return new Set(nodes.flatMap((node) => (isChosen(node) ? [node.id] : [])))
    },
    words: () => {
      const names = (isWanted: (value: string) => boolean) =>
        buttons.flatMap((one) => (isPressed(one) && isWanted(one.value) ? [one.dataset['name'] ?? ''] : []))
      const ages = names((value) => value.startsWith('age-')).join(' or ')
      const memories = [ages, ...names((value) => value === 'long-term')].filter((one) => one !== '')
      const others = names((value) => value === 'entity').map(() => 'all people, places and things')
      return [memories.join(' and '), ...others].filter((one) => one !== '').join('; with ')
    },
    clear() {
      for (const button of buttons) press(button, false)
    },
  }
}

/** How many of it are left; `16 of 213` if not all are. */
export function setCount(button: HTMLElement, left: number, all: number): void {
  const place = button.querySelector('b')
  if (place !== null) place.textContent = left === all ? String(all) : `${left} of ${all}`
}

/** Waits, as all of the page, for the picture to be drawn. */
function kindItem(kind: Kind, text: string, count: number): HTMLElement {
  const item = document.createElement('li')
  const button = Object.assign(document.createElement('button'), {
    ...{ type: 'button', value: kind, className: `chip ${kind}`, disabled: true },
  })
  button.dataset['name'] = text
  button.append(`${text} `, Object.assign(document.createElement('b'), { textContent: String(count) }))
  button.setAttribute('aria-pressed', 'false')
  item.append(button)
  return item
}
