import type { MemoryGraph } from '../../contract/memory-graph.js'
import { AGES, type AgeScale } from './picture/appearance.js'
import type { GraphModel } from './picture/graph-model.js'

/** What colours and rings say; sizes are explained beside them. */
type Kind = `age-${(typeof AGES)[number]}` | 'long-term' | 'entity'

type Legend = {
  /** The nodes of the kinds that are chosen; null if none is. */
  chosen(): ReadonlySet<string> | null
  clear(): void
}

/** What colours, sizes and rings say; the dots themselves are drawn by the style sheet. */
export function renderLegend(list: HTMLElement, scale: AgeScale): void {
  list.replaceChildren(
    ...scale.map(({ id, label }) => kindItem(`age-${id}`, label)),
    textItem('weak', 'size: importance 0'),
    textItem('strong', 'to 1'),
    kindItem('long-term', 'ring: long-term'),
    kindItem('entity', 'person, place, thing'),
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
  return {
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
    clear() {
      for (const button of buttons) press(button, false)
    },
  }
}

function textItem(name: string, text: string): HTMLElement {
  const item = Object.assign(document.createElement('li'), { textContent: text })
  item.className = name
  return item
}

/** Waits, as all of the page, for the picture to be drawn. */
function kindItem(kind: Kind, text: string): HTMLElement {
  const item = document.createElement('li')
  const button = Object.assign(document.createElement('button'), {
    ...{ type: 'button', value: kind, textContent: text, className: kind, disabled: true },
  })
  button.setAttribute('aria-pressed', 'false')
  item.append(button)
  return item
}
