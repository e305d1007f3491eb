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
      row.hidden = !words.every((word) => text.includes(word))
      isAnyShown ||= !row.hidden
      if (!row.hidden) count += 1
    }
    group.hidden = !isAnyShown
  }
  if (found !== null) found.textContent = words.length === 0 ? '' : sentenceFor(count)
}

/** Also as old code writes paths: `/api/agents/:id` and `/api/agents/{id}` find `{characterId}`. */
const textOf = (row: HTMLTableRowElement): string => {
  const text = (row.textContent ?? '').toLowerCase()
  return `${text} ${text.replaceAll(/\{\w+\}/g, '{id}')} ${text.replaceAll(/\{(\w+)\}/g, ':$1')} ${text.replaceAll(/\{\w+\}/g, ':id')}`
}

const sentenceFor = (count: number): string => {
  if (count === 0) return 'Nothing has these words.'
  return count === 1 ? '1 line has these words.' : `${count} lines have these words.`
}

query?.addEventListener('input', narrow)
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === query || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  query?.focus()
})
narrow()
