import { copyText } from '../copy-text.js'
import { offerSingleKeys } from '../single-keys.js'

/** Narrows the table of routes, and that of fields, to the rows that have all words of the search. */
const query = document.getElementById('query')
const found = document.getElementById('found')

function narrow(): void {
  const typed = query instanceof HTMLInputElement ? query.value.trim() : ''
  const words = wordsIn(typed.toLowerCase())
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
    const isExample = section.querySelector('pre') !== null
    section.hidden = words.length > 0 && (isMissed || (isExample && count > 0))
  }
  mark(words)
  const isAnyShown = [...document.querySelectorAll('section')].some(({ hidden }) => !hidden)
  tellNowhere(isAnyShown, typed)
  if (found !== null) found.textContent = words.length === 0 ? '' : sentenceFor(count, isAnyShown)
}

/** The words to look for; of a command that was pasted, its method and its address. */
function wordsIn(typed: string): string[] {
  const words = typed.split(/\s+/).filter(Boolean)
  if (words[0] !== 'curl') return words
  const bare = words.map((word) => word.replaceAll(/["']/g, ''))
  const method = bare[bare.findIndex((word) => word === '-x' || word === '--request') + 1] ?? ''
  const address = bare.find((word) => /^(?:https?:\/\/|\/)/.test(word))
  return [...(METHODS.has(method) ? [method] : []), ...(address === undefined ? [] : [address])]
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete'])

/** Where nothing is found, the reference may have it. */
function tellNowhere(isAnyShown: boolean, typed: string): void {
  const nowhere = document.getElementById('nowhere')
  const link = document.getElementById('elsewhere')
  if (nowhere === null || !(link instanceof HTMLAnchorElement)) return
  nowhere.hidden = isAnyShown
  link.setAttribute('href', `/docs?search=${encodeURIComponent(typed)}`)
  link.textContent = `Search the API reference for “${typed}”`
}

/** Marks the words where they are seen, if the browser can. */
function mark(words: readonly string[]): void {
  if (typeof Highlight === 'undefined') return
  const blocks = [...document.querySelectorAll('main :is(td, p, pre, dt, dd, h2)')]
  const ranges = blocks.flatMap((block) => {
    const texts = textsIn(block)
    const all = texts.map(({ data }) => data.toLowerCase()).join('')
    // A letter alone stands in many words.
    return words
      .filter((word) => word.length > 1)
      .flatMap((word) => rangeOf(texts, all.indexOf(word), word.length) ?? [])
  })
  CSS.highlights.set('searched', new Highlight(...ranges))
}

function textsIn(block: Element): Text[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  return texts
}

/** A part of texts that stand side by side, as those of a path in which some is bold. */
function rangeOf(texts: readonly Text[], start: number, length: number): Range | null {
  if (start < 0) return null
  const range = new Range()
  let passed = 0
  for (const text of texts) {
    const [from, to] = [start - passed, start + length - passed]
    if (from >= 0 && from < text.length) range.setStart(text, from)
    if (to > 0 && to <= text.length) range.setEnd(text, to)
    passed += text.length
  }
  return range
}

/** Paths go on in the next line after a slash, names after a dot or an underscore, and not within a word. */
for (const text of [...document.querySelectorAll('td code')].flatMap(textsIn)) {
  const [first = '', ...parts] = text.data.split(/(?<=[/._])/)
  text.replaceWith(first, ...parts.flatMap((part) => [document.createElement('wbr'), part]))
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies]'))
  button.addEventListener('click', () => {
    const text = document.getElementById(button.dataset['copies'] ?? '')?.textContent ?? ''
    void copyText(text).then((hasWorked) => {
      button.textContent = hasWorked ? 'Copied' : 'Copy'
    })
  })

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

const sentenceFor = (count: number, isAnyShown: boolean): string => {
  if (count === 0) return isAnyShown ? 'Found in the text.' : 'Nothing is found.'
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
