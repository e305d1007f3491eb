import { copyText } from '../copy-text.js'

type Values = { readonly name: string; rows(): readonly (readonly string[])[] }

/** Buttons that copy a table, or save it, for a spreadsheet. */
export function csvTools({ name, rows }: Values): HTMLElement {
  const tools = Object.assign(document.createElement('p'), { className: 'csv' })
  const button = (text: string, act: (own: HTMLButtonElement) => void) => {
    const made = Object.assign(document.createElement('button'), { type: 'button', textContent: text })
    made.addEventListener('click', () => act(made))
    return made
  }
  tools.append(
    button('Copy as CSV', (own) => {
      void copyText(csvOf(rows())).then((hasWorked) => {
        own.textContent = hasWorked ? 'Copied' : 'Copying was refused'
      })
    }),
    button('Save as CSV', () => save(`${fileName(name)}.csv`, csvOf(rows()))),
  )
  return tools
}

/** RFC 4180; a value that was not measured is an empty field. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')

function field(text: string): string {
  if (text === '–') return ''
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const fileName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-')

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
