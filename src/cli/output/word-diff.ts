/** A run of text that both sides have, or only the first (`removed`) or the second (`added`). */
export type DiffPart = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }

/** A run of spaces, a letter of a script without spaces, a word, or a single character. */
const TOKENS = /\s+|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}\p{M}]+|./gsu

/** Steps of the comparison, and bytes that it takes twice over, after the common start and end are set aside. */
const MAX_CELLS = 4_000_000
/** Below this share of common words, what is common is chance: marking it would only confuse. */
const MIN_SIMILARITY = 0.35

/**
 * Compares two texts word by word. Null when they have too little in common for a comparison to tell anything, or are too
 * long to compare.
 */
export function diffWords(first: string, second: string): readonly DiffPart[] | null {
  if (first === second) return first === '' ? [] : [{ kind: 'same', text: first }]
  const [a, b] = [tokensOf(first), tokensOf(second)]
  const start = commonLength(a, b)
  const end = commonLength(a.slice(start).reverse(), b.slice(start).reverse())
  const [innerA, innerB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (innerA.length * innerB.length > MAX_CELLS) return null
  const parts = [
    ...a.slice(0, start).map((text) => ({ kind: 'same' as const, text })),
    ...diffTokens(innerA, innerB),
    ...a.slice(a.length - end).map((text) => ({ kind: 'same' as const, text })),
  ]
  return isSimilar(parts) ? mergeParts(parts) : null
}

const tokensOf = (text: string): string[] => text.match(TOKENS) ?? []

function commonLength(a: readonly string[], b: readonly string[]): number {
  const shorter = Math.min(a.length, b.length)
  let length = 0
  while (length < shorter && a[length] === b[length]) length += 1
  return length
}

/** By the longest common subsequence: `lengths` holds, for each pair of suffixes, that of theirs. */
function diffTokens(a: readonly string[], b: readonly string[]): DiffPart[] {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = a.length - 1; row >= 0; row -= 1) {
    for (let column = b.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        a[row] === b[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const parts: DiffPart[] = []
  let [row, column] = [0, 0]
  while (row < a.length || column < b.length) {
    const [inA, inB] = [a[row], b[column]]
    if (inA !== undefined && inA === inB) {
      parts.push({ kind: 'same', text: inA })
      row += 1
      column += 1
    } else if (inA !== undefined && (inB === undefined || at(row + 1, column) >= at(row, column + 1))) {
      parts.push({ kind: 'removed', text: inA })
      row += 1
    } else {
      parts.push({ kind: 'added', text: inB ?? '' })
      column += 1
    }
  }
  return parts
}

function isSimilar(parts: readonly DiffPart[]): boolean {
  const words = parts.filter(({ text }) => text.trim() !== '')
  const common = words.filter(({ kind }) => kind === 'same').length
  return 2 * common >= MIN_SIMILARITY * (words.length + common)
}

/**
 * Joins neighbours of a kind. Between two changes a lone space counts as changed, and in a changed stretch everything
 * removed comes before everything added, so that a rewritten phrase reads as one.
 */
function mergeParts(parts: readonly DiffPart[]): DiffPart[] {
  const merged: DiffPart[] = []
  let [removed, added] = ['', '']
  const flush = () => {
    if (removed !== '') merged.push({ kind: 'removed', text: removed })
    if (added !== '') merged.push({ kind: 'added', text: added })
    removed = ''
    added = ''
  }
  parts.forEach(({ kind, text }, index) => {
    const next = parts[index + 1]
    const isGap = text.trim() === '' && removed + added !== '' && next !== undefined && next.kind !== 'same'
    if (kind === 'removed' || (kind === 'same' && isGap)) removed += text
    if (kind === 'added' || (kind === 'same' && isGap)) added += text
    if (kind !== 'same' || isGap) return
    flush()
    const last = merged.at(-1)
    if (last?.kind === 'same') merged[merged.length - 1] = { kind, text: last.text + text }
    else merged.push({ kind, text })
  })
  flush()
  return merged
}
