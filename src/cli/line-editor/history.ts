/** What was typed before, the latest first, and where in it the arrow keys are. */
export type History = {
  readonly entries: readonly string[]
  /** Nothing: at what is being typed. */
  readonly place: number | null
  /** What was being typed when the arrow keys left it. */
  readonly draft: string
}

const LONGEST = 500

export const historyOf = (entries: readonly string[]): History => ({ entries, place: null, draft: '' })

/** Remembers an entry, once when it is repeated, and comes back from wherever the arrow keys are. */
export function remember({ entries }: History, entry: string): History {
  const isRepeated = entry.trim() === '' || entries[0] === entry
  return historyOf(isRepeated ? entries : [entry, ...entries].slice(0, LONGEST))
}

type Found = { readonly history: History; readonly text: string }

/** The next older entry that begins with what is being typed; null when there is none. */
export function older(history: History, current: string): Found | null {
  const draft = history.place === null ? current : history.draft
  const place = history.entries.findIndex(
    (entry, at) => at > (history.place ?? -1) && entry.startsWith(draft) && entry !== current,
  )
  const text = history.entries[place]
  return text === undefined ? null : { history: { ...history, place, draft }, text }
}

/** The next newer one, at last what was being typed. */
export function newer(history: History, current: string): Found | null {
  const { place, draft } = history
  if (place === null) return null
  const found = history.entries.findLastIndex(
    (entry, at) => at < place && entry.startsWith(draft) && entry !== current,
  )
  const text = history.entries[found]
  if (text === undefined) return { history: historyOf(history.entries), text: draft }
  return { history: { ...history, place: found }, text }
}
