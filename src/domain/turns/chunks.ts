export type ReplyText = ReturnType<typeof createReplyText>

/**
 * The text of a reply so far, cut into what clients can put together again: they trim the end of every chunk
 * (docs/wire-protocol.md, Reply text), so white space opens a chunk and never ends one. The first chunk opens with
 * ink, and no chunk ends inside a character.
 */
export function createReplyText() {
  let delivered = ''
  let held = ''
  return {
    delivered: () => delivered,
    /** The next chunk; empty while there is nothing but white space to send. */
    append: (text: string): string => {
      const waiting = delivered === '' ? (held + text).trimStart() : held + text
      const chunk = waiting.replace(HALF_CHARACTER, '').trimEnd()
      held = waiting.slice(chunk.length)
      delivered += chunk
      return chunk
    },
  }
}

const HALF_CHARACTER = /[\ud800-\udbff]$/

/** At most `limit` characters, counted as code points. */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text
  // Two units make a character at most: what lies beyond need not be looked at.
  return [...text.slice(0, limit * 2)].slice(0, limit).join('')
}
