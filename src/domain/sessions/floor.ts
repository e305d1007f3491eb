import type { Clock } from '../clock.js'
import type { HeardTurn } from '../voice/listening.js'
import type { ReplyQueue } from './reply-queue.js'
import type { Said } from './speaking.js'

type FloorSettings = {
  readonly replies: ReplyQueue
  readonly begin: (said: Said) => void
  /** What may be answered of what was said; undefined: nothing. */
  readonly hear: (text: string) => string | undefined
}

/** Who has the floor: what the player says aloud is answered, and over a reply it takes the floor. */
export function createFloor(
  { clock }: { readonly clock: Pick<Clock, 'now'> },
  { replies, begin, hear }: FloorSettings,
) {
  return {
    onPress: () => replies.interrupt('user_speech'),
    onTurn: ({ text, silenceMs }: HeardTurn) => {
      const words = hear(text)
      if (words === undefined) return
      replies.interrupt('user_speech')
      const speechEndMs = clock.now().getTime() - silenceMs
      const spoken = { endpointWaitMs: silenceMs, speechEndMs, isEager: false }
      begin({ kind: 'answer', words, isTextOnly: false, spoken })
    },
  }
}
