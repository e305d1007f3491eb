import type { VadFrame } from '../../audio/vad.js'
import { isIncompleteUtterance } from './incomplete-utterance.js'

/** What is known of a turn is probably all when nothing came to it in so much silence. */
const STABLE_MS = 200
/** So often in one turn. */
const MOST_GUESSES = 3

type Guess = { readonly text: string; drop(): void }

type PreemptiveTriggerActions<G extends Guess> = {
  /** Whether there is nothing that could be answered before. */
  readonly isFree: () => boolean
  /** Begins to think about it; undefined: that is not wanted. */
  readonly guess: (text: string) => G | undefined
}

/** Begins to think about what a player says before they are certain to be done. */
export function createPreemptiveTrigger<G extends Guess>({ isFree, guess }: PreemptiveTriggerActions<G>) {
  let text = ''
  let guessed: G | undefined
  let guesses = 0
  const drop = () => {
    guessed?.drop()
    guessed = undefined
  }
  const clear = () => {
    guessed = undefined
    text = ''
    guesses = 0
  }
  return {
    onPartial: (words: string): void => {
      text = words
      if (guessed !== undefined && guessed.text !== words) drop()
    },
    onFrame: ({ silenceMs }: Pick<VadFrame, 'silenceMs'>): void => {
      if (silenceMs === null || silenceMs < STABLE_MS || guessed !== undefined) return
      if (text.trim() === '' || guesses >= MOST_GUESSES || isIncompleteUtterance(text) || !isFree()) return
      guesses += 1
      guessed = guess(text)
    },
    /** The turn is over: what was guessed, if that is what was said. */
    take: (words: string): G | undefined => {
      const right = guessed?.text === words ? guessed : undefined
      if (right === undefined) drop()
      clear()
      return right
    },
    forget: (): void => {
      drop()
      clear()
    },
  }
}
