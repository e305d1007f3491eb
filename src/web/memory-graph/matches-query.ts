/** Whether every word that is looked for stands in the text, in any order; case and accents do not matter. */
export function matchesQuery(text: string, query: string): boolean {
  const plain = normalize(text)
  return normalize(query)
    .split(/\s+/)
    .every((word) => plain.includes(word))
}

const normalize = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
