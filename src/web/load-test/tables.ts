import type { Cell } from './page-data.js'

/**
 * The head and the body of a table. In a narrow window each row becomes a card whose values have the titles beside them
 * (`style.css`), which takes the roles of a table from the elements; so they have them as attributes.
 */
export function fillTable(
  table: HTMLElement,
  titles: readonly string[],
  rows: readonly (readonly Cell[])[],
): void {
  const head = group('thead')
  head.append(rowOf(titles.map((text) => cellOf('th', { role: 'columnheader', text }))))
  const body = group('tbody')
  body.append(
    ...rows.map((cells) =>
      rowOf(
        cells.map((cell, index) => {
          const { text, judgement = undefined, note = '' } = typeof cell === 'string' ? { text: cell } : cell
          const element = cellOf('td', { role: 'cell', text })
          element.dataset['title'] = titles[index] ?? ''
          if (judgement !== undefined) element.className = judgement
          if (note !== '')
            element.append(Object.assign(document.createElement('small'), { textContent: note }))
          return element
        }),
      ),
    ),
  )
  table.setAttribute('role', 'table')
  table.append(head, body)
}

/** So many rows stand whole. */
const WHOLE = 30
/** Of more, so many are seen, and half of the next one: what scrolls does not look complete. */
const SEEN = 20.5

/** Cuts a box that scrolls a long table, in the middle of a row. */
export function cutBox(box: HTMLElement, table: HTMLTableElement): void {
  const [head, body] = [table.tHead, table.tBodies[0]]
  const rows = body?.rows.length ?? 0
  if (head === null || body === undefined || rows <= WHOLE) return
  const height = head.offsetHeight + (body.offsetHeight / rows) * SEEN
  box.style.setProperty('--cut', `${height + box.offsetHeight - box.clientHeight}px`)
}

/** Titles and rows without the columns that have nothing in any row. */
export function withoutEmpty(
  titles: readonly string[],
  rows: readonly (readonly Cell[])[],
): [titles: string[], rows: Cell[][]] {
  const isUsed = (_: unknown, at: number) => rows.length === 0 || rows.some((cells) => cells[at] !== '–')
  return [titles.filter(isUsed), rows.map((cells) => cells.filter(isUsed))]
}

/** A text that may break behind slashes, so that a route breaks there, not within a word. */
export const breakable = (text: string): (string | HTMLElement)[] =>
  text.split(/(?<=\/)/).flatMap((part, at) => (at === 0 ? [part] : [document.createElement('wbr'), part]))

function group(kind: 'thead' | 'tbody'): HTMLElement {
  const element = document.createElement(kind)
  element.setAttribute('role', 'rowgroup')
  return element
}

function rowOf(cells: readonly HTMLElement[]): HTMLElement {
  const row = document.createElement('tr')
  row.setAttribute('role', 'row')
  row.append(...cells)
  return row
}

function cellOf(kind: 'th' | 'td', { role, text }: { role: string; text: string }): HTMLElement {
  const cell = document.createElement(kind)
  cell.setAttribute('role', role)
  cell.append(...breakable(text))
  return cell
}
