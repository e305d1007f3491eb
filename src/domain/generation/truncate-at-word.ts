/** Cuts a text of more than `max` characters after a word; a single longer word is cut anywhere. */
export function truncateAtWord(text: string, max: number): string {
  const characters = [...text.trim()]
  if (characters.length <= max) return characters.join('')
  const head = characters.slice(0, max + 1).join('')
  const words = head.replace(/(?<!\s)\s+\S*$/u, '')
  return (words === head ? characters.slice(0, max).join('') : words).trimEnd()
}
