const BACKCHANNELS = new Set([
  'okay',
  'ok',
  'yeah',
  'right',
  'mm',
  'mmm',
  'mhm',
  'hm',
  'uh-huh',
  'aha',
  'i see',
])
const STOP_WORDS = new Set(['stop', 'wait', 'no', 'actually'])

/** Said to show that one listens: it never interrupts (docs/voice.md, Barge-in). */
export function isBackchannel(text: string): boolean {
  const words = wordsOf(text)
  return (
    words.length > 0 && (BACKCHANNELS.has(words.join(' ')) || words.every((word) => BACKCHANNELS.has(word)))
  )
}

/** Begins with a word that always interrupts, however short (docs/voice.md, Barge-in). */
export function startsWithStopWord(text: string): boolean {
  const [first] = wordsOf(text)
  return first !== undefined && STOP_WORDS.has(first)
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? []
