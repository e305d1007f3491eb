import { offerSingleKeys } from '../single-keys.js'

/** Narrows the table of routes, and that of fields, to the rows that have all words of the search. */
const query = document.getElementById('query')
const found = document.getElementById('found')

function narrow(): void {
  const words =
    query instanceof HTMLInputElement ? query.value.toLowerCase().split(/\s+/).filter(Boolean) : []
  let count = 0
  for (const group of document.querySelectorAll<HTMLTableSectionElement>('tbody')) {
    let isAnyShown = false
    for (const row of group.rows) {
      if (row.cells[0]?.scope === 'rowgroup') continue
      const text = textOf(row)
      row.hidden = !words.every((word) => text.includes(word) || isPathIn(row, word))
      isAnyShown ||= !row.hidden
      if (!row.hidden) count += 1
    }
    group.hidden = !isAnyShown
  }
  for (const section of document.querySelectorAll('section')) {
    const groups = [...section.querySelectorAll('tbody')]
    const text = section.textContent?.toLowerCase() ?? ''
    const isMissed =
      groups.length > 0 ? groups.every(({ hidden }) => hidden) : !words.every((word) => text.includes(word))
    section.hidden = words.length > 0 && isMissed
  }
  if (found !== null) found.textContent = words.length === 0 ? '' : sentenceFor(count)
}

/** Also as old code writes paths: `/api/agents/:id` and `/api/agents/{id}` find `{characterId}`. */
const textOf = (row: HTMLTableRowElement): string => {
  const text = (row.textContent ?? '').toLowerCase()
  return `${text} ${text.replaceAll(/\{\w+\}/g, '{id}')} ${text.replaceAll(/\{(\w+)\}/g, ':$1')} ${text.replaceAll(/\{\w+\}/g, ':id')}`
}

/** A path as it stands in code or in a log, with ids in it, such as `/api/agents/123?limit=5`. */
function isPathIn(row: HTMLTableRowElement, word: string): boolean {
  const [path = ''] = word.replace(/^https?:\/\/[^/]*/, '').split(/[?#]/)
  const own = path.split('/').filter(Boolean)
  if (!path.startsWith('/') || own.length < 2) return false
  const templates = [...row.querySelectorAll('code')].map(({ textContent }) => textContent ?? '')
  return templates.some((template) => isMadeFrom(template.toLowerCase(), own))
}

/** Whether these are all parts of a path with parameters; what lies before it, such as `/api`, may be missing. */
function isMadeFrom(template: string, own: readonly string[]): boolean {
  const parts = (template.split(' ').at(-1) ?? '').split('/').filter(Boolean)
  const tail = parts.slice(-own.length)
  return (
    tail.length === own.length &&
    tail.every((part, at) => part === own[at] || (part.startsWith('{') && at > 0)) &&
    tail.some((part) => !part.startsWith('{'))
  )
}

const sentenceFor = (count: number): string => {
  if (count === 0) return 'Nothing has these words.'
  return count === 1 ? '1 line has these words.' : `${count} lines have these words.`
}

query?.addEventListener('input', narrow)
const singleKeys = document.getElementById('single-keys')
const isForAll = singleKeys instanceof HTMLInputElement ? offerSingleKeys(singleKeys) : () => false
document.addEventListener('keydown', (event) => {
  if (
    event.key !== '/' ||
    !isForAll() ||
    event.target === query ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey
  )
    return
  event.preventDefault()
  query?.focus()
})
narrow()
