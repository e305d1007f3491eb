/** About four characters of English make one token; in a script without spaces each character is one. */
const CHARACTERS_PER_TOKEN = 4
const UNSPACED = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g

/** A cheap estimate, for budgets where the exact count of a tokenizer is not worth its time. */
export function estimateTokens(text: string): number {
  const unspaced = text.match(UNSPACED)?.length ?? 0
  return unspaced + Math.ceil((text.length - unspaced) / CHARACTERS_PER_TOKEN)
}
