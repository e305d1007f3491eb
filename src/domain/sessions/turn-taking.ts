import { createBargeIn, type TurnTakingState } from '../voice/barge-in.js'
import type { EchoGuard } from '../voice/echo-guard.js'
import { isEchoOf } from '../voice/echo-words.js'
import type { PlaybackLine } from '../voice/playback-line.js'
import { createPreemptiveTrigger } from '../voice/preemptive-trigger.js'
import { createPendingTurn } from './pending-turn.js'
import type { PreemptiveGeneration } from './preemptive-generation.js'
import type { Reply } from './reply.js'
import type { ReplyQueue } from './reply-queue.js'
import type { Said } from './speaking.js'
import type { VoiceInputDeps, VoiceInputEvents } from './voice-input.js'

type TurnTakingSettings = {
  readonly replies: ReplyQueue
  readonly line: PlaybackLine
  readonly guard: EchoGuard
  readonly begin: (said: Said) => Reply
  /** What may be answered of what was said; undefined: nothing. What goes on with a turn was counted with it. */
  readonly admitMessage: (text: string, isCounted: boolean) => string | undefined
  /** Whether anything may be answered now. */
  readonly canAdmitMessage: () => boolean
  /** Asks the model about what was probably said; undefined: that is not to be. */
  readonly think: (text: string) => PreemptiveGeneration | undefined
  /** Hz of the microphone. */
  readonly sampleRate: number
  readonly minSpeechMs: number
}

/** Who has the floor: what the player says aloud is answered, and may stop a reply or join what it answers. */
export function createTurnTaking(
  { clock, timers, voice }: Pick<VoiceInputDeps, 'clock' | 'timers' | 'voice'>,
  settings: TurnTakingSettings,
): Omit<VoiceInputEvents, 'onSign'> & { readonly stop: () => void } {
  const { replies, line, guard, admitMessage: hear, canAdmitMessage: mayHear, think } = settings
  const { isHeard, interrupt, ...sound } = spoken({ replies, line })
  const asked = createPendingTurn({ ...settings, clock })
  const eager = createPreemptiveTrigger({
    isFree: () => replies.unfinished() === undefined && !isHeard() && mayHear(),
    guess: (text) => {
      // An echo that comes behind the end of a reply is nothing to think about.
      if (sound.isEcho(text) || line.silentMs() <= voice.timings.echoLagMs) return undefined
      const early = think(asked.whole(text))
      return early && { text, early, drop: early.drop }
    },
  })
  const state = (): TurnTakingState => {
    if (line.isPaused()) return 'paused'
    if (isHeard()) return 'speaking'
    return asked.mayBeTakenBack() ? 'thinking' : 'free'
  }
  const barge = createBargeIn(
    timers,
    { ...settings, timings: voice.timings },
    {
      ...sound,
      unheardMs: line.silentMs,
      isOwnVoice: guard.isOwnVoice,
      state,
      interrupt,
      retract: asked.takeBack,
    },
  )
  return {
    onFrame: (frame) => {
      guard.heard(frame)
      eager.onFrame(frame)
      barge.onFrame(frame)
    },
    onPartial: (text, tell) => {
      eager.onPartial(text)
      barge.onPartial(text, tell)
    },
    onPress: interrupt,
    onNothing: () => {
      barge.onNothing()
      eager.forget()
      asked.resume()
    },
    onTurn: (turn, tell) => {
      const guess = eager.take(turn.text)
      if (state() === 'thinking') asked.takeBack()
      if (!barge.takes(turn.text)) return guess?.drop()
      tell()
      asked.next()
      const words = hear(asked.whole(turn.text), asked.goesOn())
      const isRight = guess !== undefined && guess.early.text === words
      if (!isRight) guess?.drop()
      if (words !== undefined) asked.answer(words, turn, isRight ? guess.early : undefined)
    },
    stop: () => {
      barge.stop()
      eager.forget()
    },
  }
}

/** What can be done to the sound of the current reply. */
const spoken = ({ replies, line }: Pick<TurnTakingSettings, 'replies' | 'line'>) => {
  const speech = () => replies.current()?.speech()
  /** Its echo may come behind its end. */
  let last: Reply | undefined
  /** What was played to its end is none, though nobody knows for certain that it was. */
  const isHeard = () =>
    speech()?.isPlaying() === true && (speech()?.isSent() === false || line.queuedMs() > 0)
  return {
    isHeard,
    interrupt: () => {
      if (replies.unfinished() !== undefined || isHeard()) replies.interrupt('user_speech')
      else speech()?.complete()
    },
    speakingMs: () => speech()?.playingMs() ?? 0,
    pause: () => {
      line.pause()
      speech()?.pause()
    },
    resume: () => {
      line.resume()
      speech()?.resume()
    },
    isEcho: (text: string) => {
      last = replies.current() ?? last
      const said = last?.deliveredText() ?? ''
      return isEchoOf(text, { said, heard: last?.speech()?.heard(said) ?? '' })
    },
  }
}
