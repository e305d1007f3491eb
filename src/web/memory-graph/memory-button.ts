import type { Memory } from '../../contract/memories.js'
import { shareText } from './shares.js'

export const importanceOf = ({ importance }: Pick<Memory, 'importance'>): string =>
  `importance ${shareText(importance)}`

/** Most are short-term, which is not said. */
export const layerOf = ({ memoryLayer }: Pick<Memory, 'memoryLayer'>): readonly string[] =>
  memoryLayer === 'ltm' ? ['long-term'] : []

/** What is to be known of a memory beside its time. */
export const marksOf = (memory: Memory): readonly string[] => [importanceOf(memory), ...layerOf(memory)]

type Row = { readonly id: string; readonly text: string; readonly notes: readonly string[] }

/** A list row: a button that chooses a node, and what is to be known of it beside. */
export function buttonRow({ id, text, notes }: Row, choose: (id: string) => void): HTMLLIElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.value = id
  button.textContent = text
  button.addEventListener('click', () => choose(id))
  const item = document.createElement('li')
  item.append(button)
  if (notes.length > 0) item.append(noteElement(notes))
  return item
}

export function element(name: string, ...content: (string | Node)[]): HTMLElement {
  const created = document.createElement(name)
  created.append(...content)
  return created
}

/** Notes with commas between them; none is divided where the line ends. */
export function noteElement(notes: readonly string[]): HTMLElement {
  const parts = notes.map((note, at) => element('span', at === notes.length - 1 ? note : `${note},`))
  return element('small', ...parts.flatMap((part, at) => (at === 0 ? [part] : [' ', part])))
}
