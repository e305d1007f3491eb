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
    // Lines are what is looked for; an example above them would only keep them out of sight.
    section.hidden = words.length > 0 && (isMissed || (groups.length === 0 && count > 0))
  }
  mark(words)
  if (found !== null) found.textContent = words.length === 0 ? '' : sentenceFor(count)
}

/** Marks the words where they are seen, if the browser can. */
function mark(words: readonly string[]): void {
  if (typeof Highlight === 'undefined') return
  const ranges: Range[] = []
  const texts = document.createTreeWalker(
    document.querySelector('main') ?? document.body,
    NodeFilter.SHOW_TEXT,
  )
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent?.toLowerCase() ?? ''
    for (const word of words) {
      const start = text.indexOf(word)
      if (start < 0) continue
      const range = new Range()
      range.setStart(texts.currentNode, start)
      range.setEnd(texts.currentNode, start + word.length)
      ranges.push(range)
    }
  }
  CSS.highlights.set('searched', new Highlight(...ranges))
}

/** Leads to the first line that is shown. */
function goToFirst(): void {
  const rows = [...document.querySelectorAll<HTMLTableRowElement>('tbody tr:has(td)')]
  const first = rows.find(({ hidden }) => !hidden)
  if (first === undefined) return
  first.tabIndex = -1
  first.focus()
}

/** Commands are for the server that the page is from. */
for (const { firstChild: start } of document.querySelectorAll('#call-before, #call-now'))
  if (start !== null)
    start.nodeValue = start.nodeValue?.replace('http://127.0.0.1:4750', location.origin) ?? ''

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
  if (count === 0) return 'Nothing is found.'
  return count === 1 ? '1 line is found.' : `${count} lines are found.`
}

query?.addEventListener('input', narrow)
query?.addEventListener('keydown', (event) => {
  if (event instanceof KeyboardEvent && event.key === 'Enter') goToFirst()
})
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
