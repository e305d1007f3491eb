/** Earlier entries, the latest first, and the position of the arrow keys in them. */
export type InputHistory = {
  readonly entries: readonly string[]
  /** Null: at the line that is being typed. */
  readonly index: number | null
  /** The line that was being typed when the arrow keys left it. */
  readonly draft: string
}

const MAX_ENTRIES = 500

export const createHistory = (entries: readonly string[]): InputHistory => ({
  entries,
  index: null,
  draft: '',
})

/** Adds an entry unless it is blank or repeats the latest one, and resets the position. */
export function addHistoryEntry({ entries }: InputHistory, entry: string): InputHistory {
  const isRepeated = entry.trim() === '' || entries[0] === entry
  return createHistory(isRepeated ? entries : [entry, ...entries].slice(0, MAX_ENTRIES))
}

type Found = { readonly history: InputHistory; readonly text: string }

/** The next older entry that begins with the draft; null if there is none. */
export function olderEntry(history: InputHistory, current: string): Found | null {
  const draft = history.index === null ? current : history.draft
  const index = history.entries.findIndex(
    (entry, at) => at > (history.index ?? -1) && entry.startsWith(draft) && entry !== current,
  )
  const text = history.entries[index]
  return text === undefined ? null : { history: { ...history, index, draft }, text }
}

/** The next newer entry that begins with the draft, or after the newest one the draft itself; null at the draft. */
export function newerEntry(history: InputHistory, current: string): Found | null {
  const { index, draft } = history
  if (index === null) return null
  const found = history.entries.findLastIndex(
    (entry, at) => at < index && entry.startsWith(draft) && entry !== current,
  )
  const text = history.entries[found]
  if (text === undefined) return { history: createHistory(history.entries), text: draft }
  return { history: { ...history, index: found }, text }
}
