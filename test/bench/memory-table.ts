import { at5, at10, type QuestionRecall } from '../support/memories/memory-retrieval.js'

/** Answers to the same questions, by this engine and by Orama as it comes. */
export type Compared = {
  readonly own: readonly QuestionRecall[]
  readonly stock: readonly QuestionRecall[]
}

const HEADINGS = ['asked', 'own@5', '@10', 'stock@5', '@10', 'x@10']

/** Evidence recall by category, all together last, in at most 80 columns. */
export function recallTable(title: string, { own, stock }: Compared): string {
  const categories = [...new Set(own.map(({ category }) => category))].sort()
  const rows = categories.map((category) => {
    const of = (all: readonly QuestionRecall[]) => all.filter((row) => row.category === category)
    return row(category, { own: of(own), stock: of(stock) })
  })
  return [title, line('', HEADINGS), ...rows, row('all', { own, stock }), ''].join('\n')
}

function row(name: string, { own, stock }: Compared): string {
  const shares = [at5(own), at10(own), at5(stock), at10(stock)].map(percent)
  const times = at10(stock) === 0 ? '-' : (at10(own) / at10(stock)).toFixed(2)
  return line(name, [String(own.length), ...shares, times])
}

export const line = (name: string, cells: readonly string[]): string =>
  `  ${name.padEnd(14)}${cells.map((cell) => cell.padStart(9)).join('')}`

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
