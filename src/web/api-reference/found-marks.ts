import { unsaid } from './search.js'
import { beginsIn, searchable } from './search-synonyms.js'

/** Names of fields and statuses, which are marked before all else. */
const NAMES = '.fields dt code, .answer .good, .answer .bad'
const TEXTS = 'p code, p, pre'

/**
 * Marks what was searched in the part of the page that was chosen, and opens what holds it: what the heading does not say
 * anyway.
 */
export function markFound(id: string, words: string): void {
  for (const old of document.querySelectorAll('.found')) old.classList.remove('found', 'first')
  const part = partOf(id)
  if (part === null || words === '') return
  // The parts of the first page are called by their headings, and have no line that says what they are about.
  const own =
    part.id === id ? [...part.querySelectorAll('h3, h3 ~ p')].map(({ textContent }) => textContent) : []
  const wanted = unsaid(`${id} ${own.join(' ')}`, words)
  if (wanted.length === 0) return
  const having = (selector: string) =>
    [...part.querySelectorAll<HTMLElement>(selector)].filter(({ textContent }) =>
      wanted.some((word) => beginsIn(searchable(textContent ?? ''), word)),
    )
  const names = having(NAMES)
  const found = names.length > 0 ? names : having(TEXTS).slice(0, 1)
  const exact = found.find(({ textContent }) => wanted.includes(textContent?.toLowerCase() ?? ''))
  for (const one of found) {
    one.classList.add('found')
    for (let box = one.closest('details'); box !== null; box = box.parentElement?.closest('details') ?? null)
      box.open = true
  }
  ;(exact ?? found[0])?.classList.add('first')
}

/** Shows what was marked in a part of the page, or where it begins. */
export function bringIntoView(id: string): HTMLElement | null {
  const part = partOf(id)
  ;(part?.querySelector('.first') ?? document.getElementById(id))?.scrollIntoView()
  return part
}

/** The article that is called so, or has the heading that is; a chapter is its title. */
function partOf(id: string): HTMLElement | null {
  const named = document.getElementById(id)
  return named?.closest('article') ?? named
}
