import type { VadFrame } from '../../audio/vad.js'
import type { VoiceTimers } from './engine.js'
import { isBackchannel, startsWithStopWord } from './interjections.js'
import type { VoiceTimings } from './settings.js'

/** Of the reply there is: none, one that is still thought about, one that is heard, one that waits for the player. */
export type TurnTakingState = 'free' | 'thinking' | 'speaking' | 'paused'

export type BargeInActions = {
  readonly state: () => TurnTakingState
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
  /** Since the character was last heard, in milliseconds: 0 while it speaks. */
  readonly unheardMs: () => number
  /** Whether the sound is what the character has just said. */
  readonly isOwnVoice: () => boolean
}

type BargeInSettings = {
  readonly timings: VoiceTimings
  /** Hz of the microphone. */
  readonly sampleRate: number
  /** Speech of this length makes a reply pause, or be thought about anew. */
  readonly minSpeechMs: number
}

/** Decides from what is heard whether a reply goes on (docs/voice.md, Barge-in). */
export function createBargeIn(timers: VoiceTimers, settings: BargeInSettings, actions: BargeInActions) {
  const { timings, minSpeechMs } = settings
  const speech = createSpeechSpan(settings, actions)
  let text = ''
  const partial = createHeldPartial()
  let relax = () => {}

  const isOver = () => actions.state() === 'speaking' || actions.state() === 'paused'
  const isHarmless = (words: string) => words !== '' && (isBackchannel(words) || actions.isEcho(words))
  const isOwn = (words: string) => speech.isBehind() && (speech.isOwn() || actions.isEcho(words))
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
    const speechMs = speech.ms()
    if (state === 'thinking' && speechMs >= minSpeechMs) return actions.retract()
    if (state !== 'speaking' && state !== 'paused') return
    if (startsWithStopWord(text) && !actions.isEcho(text)) return take()
    if (isHarmless(text) || speech.isOwn()) return giveBack()
    if (state === 'paused' && speechMs >= timings.bargeInMs) return take()
    if (state === 'paused' || speechMs < minSpeechMs || actions.speakingMs() < timings.turnGuardMs) return
    actions.pause()
    waitForMore()
  }
  return {
    onFrame: (frame: VadFrame): void => {
      if (!speech.goesOn(frame)) return
      if (actions.state() === 'paused') waitForMore()
      judge()
    },
    /**
     * Told at once, or once the player has the floor: clients take a partial for an interruption
     * (docs/wire-protocol.md, Speech and voice state).
     */
    onPartial: (words: string, tell: () => void): void => {
      text = words
      partial.hold(tell)
      judge()
      if (!isOver() && !isOwn(words)) partial.tell()
    },
    /** Whether what was said is a turn; if so, the player has the floor. */
    takes: (words: string): boolean => {
      const isStop = startsWithStopWord(words) && !actions.isEcho(words)
      const isIgnored = !isStop && (isOwn(words) || (isOver() && isHarmless(words)))
      text = ''
      partial.hold(() => {})
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

type SpeechOver = Pick<BargeInActions, 'unheardMs' | 'isOwnVoice'>

/** How long someone other than the character has been speaking. */
function createSpeechSpan({ timings, sampleRate, minSpeechMs }: BargeInSettings, actions: SpeechOver) {
  let ms = 0
  let ownEnd: number | undefined
  let isBehind = false
  const since = (end: number, start: number) => ((end - start) * 1000) / sampleRate
  const begin = () => {
    ownEnd = undefined
    isBehind = false
  }
  return {
    ms: () => ms,
    /** Whether it began over a reply, or where the echo of one may still be heard. */
    isBehind: () => isBehind,
    /** Whether it is the character's own voice so far. */
    isOwn: () => ownEnd !== undefined && ms < minSpeechMs,
    /** Whether the frame is one of a voice. */
    goesOn: ({ isSpeech, isVoiced, speechStart, change, end }: VadFrame): boolean => {
      if (change === 'start') begin()
      if (!isSpeech || speechStart === null) ms = 0
      if (!isSpeech || !isVoiced || speechStart === null) return false
      const whole = since(end, speechStart)
      isBehind ||= actions.unheardMs() - whole <= timings.echoLagMs
      if (isBehind && whole >= minSpeechMs && actions.isOwnVoice()) ownEnd = end
      ms = since(end, ownEnd ?? speechStart)
      return true
    },
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
