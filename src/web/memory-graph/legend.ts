import type { Memory } from '../../contract/memories.js'
import type { MemoryGraph } from '../../contract/memory-graph.js'
import { type Fading, SOON } from './fading.js'
import type { GraphNode } from './page-data.js'
import { type AGES, type AgeScale, ageOf } from './picture/appearance.js'
import type { GraphModel } from './picture/graph-model.js'

/** What colours and rings say; sizes are explained beside them. */
type Kind = `age-${(typeof AGES)[number]}` | 'long-term' | 'short-term' | 'fading' | 'entity'

export type Legend = {
  /** The nodes of the kinds that are chosen, and no people, places and things beside memories; null if none is. */
  chosen(): ReadonlySet<string> | null
  /** Whether people, places and things are chosen, and no memories. */
  isOfEntitiesAlone(): boolean
  /** Whether people, places and things are chosen, whatever else is. */
  hasEntities(): boolean
  /** The names of these kinds; empty if none is chosen. */
  words(): string
  /** Says of each kind how many of it all other filters leave. */
  count(isLeft: (id: string) => boolean): void
  /** The kinds that are chosen, and the choice of others instead. */
  kinds(): readonly string[]
  choose(kinds: readonly string[]): void
}

type Shown = {
  readonly scale: AgeScale
  readonly nodes: MemoryGraph['nodes']
  readonly memories: ReadonlyMap<string, Memory>
  readonly fading: Fading
}

/** What colours, sizes and rings say, with how many there are of each; the dots themselves are drawn by the style sheet. */
export function renderLegend(bar: HTMLElement, { scale, nodes, memories, fading }: Shown): void {
  const drawn = nodes.flatMap(({ id }) => memories.get(id) ?? [])
  const counts = new Map<string, number>()
  for (const memory of drawn) {
    const age = ageOf(memory, scale)
    counts.set(age, (counts.get(age) ?? 0) + 1)
  }
  const countOf = (isOfKind: (memory: Memory) => boolean) => drawn.filter(isOfKind).length
  const kinds: readonly (readonly [Kind, text: string, count: number])[] = [
    // In a narrow window the first ones are in sight, and asked for most.
    ['fading', SOON, countOf(({ id }) => fading.soon.has(id))],
    ['long-term', 'long-term', countOf(({ memoryLayer }) => memoryLayer === 'ltm')],
    ['short-term', 'short-term', countOf(({ memoryLayer }) => memoryLayer === 'stm')],
    ...scale.map(({ id, label }) => [`age-${id}`, label, counts.get(id) ?? 0] as const),
    ['entity', 'person, place, thing', nodes.filter(({ type }) => type === 'entity').length],
  ]
  const size = Object.assign(document.createElement('span'), { className: 'sizes' })
  size.append(
    'dot size: importance ',
    Object.assign(document.createElement('span'), { className: 'weak', textContent: '0' }),
    ' to ',
    Object.assign(document.createElement('span'), { className: 'strong', textContent: '1' }),
  )
  bar.replaceChildren(
    // What no memory has needs no colour explained.
    ...kinds.flatMap(([kind, text, count]) => (count === 0 ? [] : [kindButton(kind, text, count)])),
    size,
  )
}

type Bound = {
  readonly nodes: MemoryGraph['nodes']
  readonly model: GraphModel
  readonly fading: Fading
  change(): void
}

/** Kinds of one of these are `or`, and of several `and`: of an age, and long-term. */
const dimensionOf = (kind: string): string => {
  if (kind.startsWith('age-')) return 'age'
  return kind.endsWith('-term') ? 'layer' : kind
}

/** Makes the kinds of a legend buttons that highlight all of that kind. */
export function bindLegend(bar: HTMLElement, { nodes, model, fading, change }: Bound): Legend {
  const buttons = [...bar.querySelectorAll('button')]
  const isPressed = (button: HTMLButtonElement) => button.getAttribute('aria-pressed') === 'true'
  const press = (button: HTMLButtonElement, isNow: boolean) =>
    button.setAttribute('aria-pressed', String(isNow))
  for (const button of buttons) {
    button.disabled = false
    button.addEventListener('click', () => {
      press(button, !isPressed(button))
      // In a narrow window the chosen ones come first in the row.
      bar.scrollLeft = 0
      change()
    })
  }
  const isOf = ({ id, type }: GraphNode, kind: string): boolean => {
    if (type !== 'memory') return type === kind
    if (kind === 'fading') return fading.soon.has(id)
    if (dimensionOf(kind) === 'layer') return (kind === 'long-term') === model.longTerm.has(id)
    return kind === `age-${model.ageOf(id)}`
  }
  const pressed = () => buttons.filter(isPressed).map(({ value }) => value)
  /** Whether a memory is what is chosen in every dimension but one. */
  const isChosenIn = (node: GraphNode, kinds: readonly string[], without = '') => {
    const wanted = kinds.filter((kind) => kind !== 'entity' && dimensionOf(kind) !== without)
    return [...new Set(wanted.map(dimensionOf))].every((dimension) =>
      wanted.some((kind) => dimensionOf(kind) === dimension && isOf(node, kind)),
    )
  }
  const isOfEntitiesAlone = () => pressed().join() === 'entity'
  return {
    count(isLeft) {
      const kinds = pressed()
      for (const button of buttons) {
        const { value } = button
        const all = nodes.filter((node) => isOf(node, value))
        const isCounted = (node: GraphNode) =>
          isLeft(node.id) && (value === 'entity' || isChosenIn(node, kinds, dimensionOf(value)))
        setCount(button, all.filter(isCounted).length, all.length)
      }
    },
    chosen() {
      const kinds = pressed()
      if (kinds.length === 0) return null
      const isChosen = (node: GraphNode): boolean => {
        if (node.type === 'entity') return isOfEntitiesAlone()
        return node.type === 'memory' && kinds.some((kind) => kind !== 'entity') && isChosenIn(node, kinds)
      }
      return new Set(nodes.flatMap((node) => (isChosen(node) ? [node.id] : [])))
    },
    isOfEntitiesAlone,
    hasEntities: () => pressed().includes('entity'),
    words: () => wordsOf(buttons.filter(isPressed)),
    kinds: pressed,
    choose(kinds) {
      for (const button of buttons) press(button, kinds.includes(button.value))
    },
  }
}

function wordsOf(chosen: readonly HTMLButtonElement[]): string {
  const namesIn = (dimension: string) =>
    chosen.flatMap(({ value, dataset }) => (dimensionOf(value) === dimension ? [dataset['name'] ?? ''] : []))
  const memories = ['age', 'layer', 'fading'].map((dimension) => namesIn(dimension).join(' or '))
  const others = namesIn('entity').map(() => 'people, places and things')
  const all = [memories.filter((one) => one !== '').join(' and '), ...others]
  return all.filter((one) => one !== '').join('; with ')
}

/** How many there would be; its room is that of the largest number, so that nothing moves. */
export function setCount(button: HTMLElement, left: number, all: number): void {
  const place = button.querySelector('b')
  if (place === null) return
  place.textContent = String(left)
  place.style.minWidth = `${String(all).length}ch`
  button.classList.toggle('none', left === 0)
}

/** Waits, as all of the page, for the picture to be drawn. */
function kindButton(kind: Kind, text: string, count: number): HTMLElement {
  const button = Object.assign(document.createElement('button'), {
    ...{ type: 'button', value: kind, className: `chip ${kind}`, disabled: true },
  })
  button.dataset['name'] = text
  button.append(`${text} `, Object.assign(document.createElement('b'), { textContent: String(count) }))
  button.setAttribute('aria-pressed', 'false')
  return button
}
