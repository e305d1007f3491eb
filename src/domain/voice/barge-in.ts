import type { VadFrame } from '../../audio/vad.js'
import type { VoiceTimers } from './engine.js'
import { isBackchannel, startsWithStopWord } from './interjections.js'
import type { VoiceTimings } from './settings.js'

/** Of the reply there is: none, one that is still thought about, one that is heard, one that waits for the player. */
export type FloorState = 'free' | 'thinking' | 'speaking' | 'paused'

export type FloorActions = {
  readonly state: () => FloorState
  /** How long the reply has been heard, in milliseconds. */
  readonly speakingMs: () => number
  readonly pause: () => void
  readonly resume: () => void
  /** The player has the floor: the reply is broken off. */
  readonly interrupt: () => void
  /** The player goes on with what the reply would answer. */
  readonly retract: () => void
  /** Whether these are words that the character has just said. */
  readonly isEcho: (text: string) => boolean
}

type BargeInSettings = {
  readonly timings: VoiceTimings
  /** Hz of the microphone. */
  readonly sampleRate: number
  /** Speech of this length makes a reply pause, or be thought about anew. */
  readonly minSpeechMs: number
}

/** Decides from what is heard whether a reply goes on (voice.md 2 and 4). */
export function createBargeIn(timers: VoiceTimers, settings: BargeInSettings, actions: FloorActions) {
  const { timings, minSpeechMs } = settings
  let text = ''
  let speechMs = 0
  const partial = createHeldPartial()
  let relax = () => {}

  const isHarmless = (words: string) => words !== '' && (isBackchannel(words) || actions.isEcho(words))
  const take = () => {
    relax()
    actions.interrupt()
    partial.tell()
  }
  const giveBack = () => {
    relax()
    if (actions.state() === 'paused') actions.resume()
  }
  const waitForMore = () => {
    relax()
    relax = timers.after(timings.falseBargeInMs, giveBack)
  }
  const judge = () => {
    const state = actions.state()
    if (state === 'thinking' && speechMs >= minSpeechMs) return actions.retract()
    if (state !== 'speaking' && state !== 'paused') return
    if (startsWithStopWord(text) && !actions.isEcho(text)) return take()
    if (isHarmless(text)) return giveBack()
    if (state === 'paused' && speechMs >= timings.bargeInMs) return take()
    if (state === 'paused' || speechMs < minSpeechMs || actions.speakingMs() < timings.turnGuardMs) return
    actions.pause()
    waitForMore()
  }
  return {
    onFrame: ({ isSpeech, isVoiced, speechStart, end }: VadFrame): void => {
      if (!isSpeech || speechStart === null) speechMs = 0
      else if (isVoiced) speechMs = ((end - speechStart) * 1000) / settings.sampleRate
      if (!isSpeech || !isVoiced) return
      if (actions.state() === 'paused') waitForMore()
      judge()
    },
    /** Told at once, or once the player has the floor: clients take a partial for an interruption (wire-protocol, 4.5). */
    onPartial: (words: string, tell: () => void): void => {
      text = words
      partial.hold(tell)
      judge()
      if (!['speaking', 'paused'].includes(actions.state())) partial.tell()
    },
    /** Whether what was said is a turn; if so, the player has the floor. */
    takes: (words: string): boolean => {
      const state = actions.state()
      text = ''
      partial.hold(() => {})
      const isIgnored = (state === 'speaking' || state === 'paused') && isHarmless(words)
      if (isIgnored) giveBack()
      else take()
      return !isIgnored
    },
    /** It was loud, but there were no words: a pause ends by itself. */
    onNothing: (): void => {
      text = ''
    },
    stop: (): void => relax(),
  }
}

/** What the client will be told of what is heard, once it may know. */
function createHeldPartial() {
  let held = () => {}
  return {
    hold: (tell: () => void) => {
      held = tell
    },
    tell: () => {
      const tell = held
      held = () => {}
      tell()
    },
  }
}
