import type { RecognitionEvent } from '../../domain/voice/ports.js'
import { isRecord } from '../provider-failure.js'

/** What the provider thinks was said since its last settled words. */
export type Hypothesis = { readonly text: string; readonly isFinal: boolean; readonly confidence?: number }

/** A message of the provider; undefined for those that say nothing about words. */
export function readHypothesis(data: unknown): Hypothesis | 'garbled' | undefined {
  const message = parsed(data)
  if (!isRecord(message)) return 'garbled'
  if (message['type'] !== 'Results') return undefined
  const channel = message['channel']
  const alternatives = isRecord(channel) ? channel['alternatives'] : undefined
  const best: unknown = Array.isArray(alternatives) ? alternatives[0] : undefined
  if (!isRecord(best) || typeof best['transcript'] !== 'string') return 'garbled'
  return {
    text: best['transcript'].trim(),
    isFinal: message['is_final'] === true,
    ...(typeof best['confidence'] === 'number' && { confidence: best['confidence'] }),
  }
}

/** Puts the settled stretches of an utterance and its open end together. */
export function createTranscriptAssembler() {
  const settled: Hypothesis[] = []
  let open = ''
  let last = ''
  const text = () => [...settled.map((stretch) => stretch.text), open].filter((part) => part !== '').join(' ')
  return {
    /** The whole text so far, when that says something new. */
    add: (hypothesis: Hypothesis): string | undefined => {
      open = hypothesis.isFinal ? '' : hypothesis.text
      if (hypothesis.isFinal && hypothesis.text !== '') settled.push(hypothesis)
      const now = text()
      if (now === '' || now === last) return undefined
      last = now
      return now
    },
    /** Words that were never settled count, for they are all that is known of the end. */
    final: (): RecognitionEvent => {
      const known = settled.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]))
      return {
        type: 'final',
        text: text(),
        ...(known.length > 0 && { confidence: known.reduce((sum, each) => sum + each, 0) / known.length }),
      }
    },
  }
}

function parsed(data: unknown): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined
  }
}
