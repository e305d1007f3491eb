/** The beginning of an id that is shown, and that may be given: long enough that it is hardly another's. */
export const SHORT_ID = 8

/** The beginnings by which ids that are shown together can be told apart, all of one length. */
export function shortIds(ids: readonly string[]): (id: string) => string {
  const unlike = new Set(ids)
  const longest = Math.max(SHORT_ID, ...ids.map((id) => id.length))
  for (let length = SHORT_ID; length < longest; length += 1) {
    if (new Set([...unlike].map((id) => id.slice(0, length))).size === unlike.size) {
      return (id) => id.slice(0, length)
    }
  }
  return (id) => id
}
