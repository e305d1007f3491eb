/**
 * Cuts a stream of text into what clients can put together again: they trim the end of every chunk
 * (docs/wire-protocol.md, Reply text), so white space opens a chunk and never ends one. The first chunk opens with
 * ink, and no chunk ends inside a character.
 */
export function createChunker() {
  let held = ''
  let isFirst = true
  return {
    /** The next chunk; empty while there is nothing but white space to send. */
    next: (text: string): string => {
      const waiting = isFirst ? (held + text).trimStart() : held + text
      const chunk = withoutHalfCharacter(waiting).trimEnd()
      held = waiting.slice(chunk.length)
      if (chunk !== '') isFirst = false
      return chunk
    },
  }
}

/** At most `limit` characters, counted as code points. */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text
  // Two units make a character at most: what lies beyond need not be looked at.
  return [...text.slice(0, limit * 2)].slice(0, limit).join('')
}

const withoutHalfCharacter = (text: string) => (/[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text)
