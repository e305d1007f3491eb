import { printableLine } from '../../output/printable.js'
import { wrapText } from '../../output/table.js'

const MOST = 40

/** Words beside each other, as many as a person looks through. */
export function formatChoices(words: readonly string[], columns: number): string {
  const more = words.length > MOST ? [`… and ${words.length - MOST} more`] : []
  return wrapText([...words.slice(0, MOST).map(printableLine), ...more].join('  '), columns).join('\n')
}
