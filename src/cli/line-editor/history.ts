/** What was typed before, the latest first, and where in it the arrow keys are. */
export type InputHistory = {
  readonly entries: readonly string[]
  /** Nothing: at what is being typed. */
  readonly index: number | null
  /** What was being typed when the arrow keys left it. */
  readonly draft: string
}

const LONGEST = 500

export const createHistory = (entries: readonly string[]): InputHistory => ({
  entries,
  index: null,
  draft: '',
})

/** Remembers an entry, once when it is repeated, and comes back from wherever the arrow keys are. */
export function addHistoryEntry({ entries }: InputHistory, entry: string): InputHistory {
  const isRepeated = entry.trim() === '' || entries[0] === entry
  return createHistory(isRepeated ? entries : [entry, ...entries].slice(0, LONGEST))
}

type Found = { readonly history: InputHistory; readonly text: string }

/** The next older entry that begins with what is being typed; null when there is none. */
export function olderEntry(history: InputHistory, current: string): Found | null {
  const draft = history.index === null ? current : history.draft
  const place = history.entries.findIndex(
    (entry, at) => at > (history.index ?? -1) && entry.startsWith(draft) && entry !== current,
  )
  const text = history.entries[place]
  return text === undefined ? null : { history: { ...history, index: place, draft }, text }
}

/** The next newer one, at last what was being typed. */
export function newerEntry(history: InputHistory, current: string): Found | null {
  const { index: place, draft } = history
  if (place === null) return null
  const found = history.entries.findLastIndex(
    (entry, at) => at < place && entry.startsWith(draft) && entry !== current,
  )
  const text = history.entries[found]
  if (text === undefined) return { history: createHistory(history.entries), text: draft }
  return { history: { ...history, index: found }, text }
}
