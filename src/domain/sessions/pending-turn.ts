import type { Clock } from '../clock.js'
import { joinUtterances } from '../voice/incomplete-utterance.js'
import type { RecognisedTurn } from '../voice/listening.js'
import { createMemoizedCount } from './memoize.js'
import type { PreemptiveGeneration } from './preemptive-generation.js'
import type { Reply } from './reply.js'
import type { ReplyQueue } from './reply-queue.js'
import type { Said } from './speaking.js'
import type { SpokenInput } from './turn-clock.js'

type PendingTurnDeps = {
  readonly clock: Pick<Clock, 'now'>
  readonly replies: Pick<ReplyQueue, 'current'>
  readonly begin: (said: Said) => Reply
}

/** So often a turn is thought about anew because the player goes on; then it is answered. */
const MOST_TRIES = 3

const ALOUD = { kind: 'answer', isTextOnly: false } as const

/** The turn that was said aloud last. Until its answer is heard it may be taken back, and opens the next then. */
export function createPendingTurn({ clock, replies, begin }: PendingTurnDeps) {
  let asked: { readonly reply: Reply; readonly words: string; readonly turn: RecognisedTurn } | undefined
  /** Words of a turn that was taken back. */
  let carried = ''
  let tries = 0
  let countOnce = createMemoizedCount()

  const answer = (words: string, turn: RecognisedTurn, early?: PreemptiveGeneration) => {
    const spoken = { ...inputOf(turn, clock.now()), isEager: early !== undefined }
    carried = ''
    asked = { words, turn, reply: begin({ ...ALOUD, words, spoken, countOnce, early }) }
  }
  return {
    answer,
    /** With what it goes on with. */
    whole: (text: string): string => joinUtterances([carried, text]),
    goesOn: (): boolean => carried !== '',
    /** What is said next is a turn of its own, unless one was taken back. */
    next: (): void => {
      if (carried !== '') return
      tries = 0
      countOnce = createMemoizedCount()
    },
    mayBeTakenBack: (): boolean =>
      asked !== undefined && asked.reply === replies.current() && asked.reply.isOpen() && tries < MOST_TRIES,
    takeBack: (): void => {
      tries += 1
      carried = asked?.words ?? ''
      asked?.reply.retract()
    },
    /** Nothing came behind it after all. */
    resume: (): void => {
      if (carried !== '' && asked !== undefined) answer(carried, asked.turn)
    },
  }
}

const inputOf = ({ silenceMs, endedBy }: RecognisedTurn, now: Date): Omit<SpokenInput, 'isEager'> => ({
  endpointWaitMs: silenceMs,
  speechEndMs: now.getTime() - silenceMs,
  endedBy,
})
