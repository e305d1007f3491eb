import type { Memory } from '../../contract/memories.js'
import type { MemoryGraphPageData } from './page-data.js'

const MOST = 5

/** What is shown while nothing is chosen: where to begin to read. */
export function renderHighlights(
  { graph, memories }: MemoryGraphPageData,
  choose: (id: string) => void,
): Node[] {
  const drawn = new Set(graph.nodes.map(({ id }) => id))
  const all = memories.filter(({ id }) => drawn.has(id))
  if (all.length === 0) return [paragraph('Nothing is remembered yet.')]
  const important = [...all].sort((a, b) => b.importance - a.importance)
  const newest = [...all].sort((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''))
  return [
    paragraph('Choose a topic to open it, or a memory, in the list or in the picture.'),
    ...listOf('Most important', important, choose),
    ...listOf('Newest', newest, choose),
  ]
}

function listOf(title: string, memories: readonly Memory[], choose: (id: string) => void): Node[] {
  const heading = document.createElement('h2')
  heading.textContent = title
  const list = document.createElement('ul')
  for (const { id, content } of memories.slice(0, MOST)) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = content
    button.addEventListener('click', () => choose(id))
    const item = document.createElement('li')
    item.append(button)
    list.append(item)
  }
  return [heading, list]
}

function paragraph(text: string): HTMLElement {
  const made = document.createElement('p')
  made.textContent = text
  return made
}
