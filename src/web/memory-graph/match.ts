/** Whether every word that is looked for stands in the text, in any order; case and accents do not matter. */
export function matches(text: string, query: string): boolean {
  const plain = plainly(text)
  return plainly(query)
    .split(/\s+/)
    .every((word) => plain.includes(word))
}

const plainly = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
