import { createBargeIn, type FloorState } from '../voice/barge-in.js'
import { isEchoOf } from '../voice/echo-words.js'
import type { HeardTurn } from '../voice/listening.js'
import { joinTexts } from '../voice/open-text.js'
import type { PlaybackLine } from '../voice/playback-line.js'
import type { HearingDeps, HearingEvents } from './hearing.js'
import type { Reply } from './reply.js'
import type { ReplyQueue } from './reply-queue.js'
import type { Said } from './speaking.js'

type FloorSettings = {
  readonly replies: ReplyQueue
  readonly line: PlaybackLine
  readonly begin: (said: Said) => Reply
  /** What may be answered of what was said; undefined: nothing. */
  readonly hear: (text: string) => string | undefined
  /** Hz of the microphone. */
  readonly sampleRate: number
  readonly minSpeechMs: number
}

/** A turn that was said aloud and not answered yet. */
type Asked = { readonly reply: Reply; readonly words: string; readonly turn: HeardTurn }

/** So often a turn is thought about anew because the player goes on; then it is answered. */
const MOST_TRIES = 3

/** Who has the floor: what the player says aloud is answered, and may stop a reply or join what it answers. */
export function createFloor(
  { clock, timers, voice }: Pick<HearingDeps, 'clock' | 'timers' | 'voice'>,
  { replies, line, begin, hear, sampleRate, minSpeechMs }: FloorSettings,
): Omit<HearingEvents, 'onSign'> & { readonly stop: () => void } {
  let asked: Asked | undefined
  /** Words of a turn that was taken back: they open the next. */
  let carried = ''
  let tries = 0

  const speech = () => replies.current()?.speech()
  /** What was played to its end is none, though nobody knows for certain that it was. */
  const isHeard = () =>
    speech()?.isPlaying() === true && (speech()?.isSent() === false || line.queuedMs() > 0)
  const interrupt = () => {
    if (replies.unfinished() !== undefined || isHeard()) replies.interrupt('user_speech')
    else speech()?.complete()
  }
  const state = (): FloorState => {
    if (line.isPaused()) return 'paused'
    if (isHeard()) return 'speaking'
    const isAsked = asked !== undefined && asked.reply === replies.current() && asked.reply.isOpen()
    return isAsked && tries < MOST_TRIES ? 'thinking' : 'free'
  }
  const answer = (words: string, turn: HeardTurn) => {
    const { silenceMs } = turn
    const speechEndMs = clock.now().getTime() - silenceMs
    const input = { endpointWaitMs: silenceMs, speechEndMs, isEager: false }
    carried = ''
    asked = { words, turn, reply: begin({ kind: 'answer', words, isTextOnly: false, spoken: input }) }
  }
  const retract = () => {
    tries += 1
    carried = asked?.words ?? ''
    asked?.reply.retract()
  }
  const bargeIn = { timings: voice.timings, sampleRate, minSpeechMs }
  const barge = createBargeIn(timers, bargeIn, { ...spoken({ replies, line }), state, interrupt, retract })
  return {
    onFrame: barge.onFrame,
    onPartial: barge.onPartial,
    onPress: interrupt,
    onNothing: () => {
      barge.onNothing()
      if (carried !== '' && asked !== undefined) answer(carried, asked.turn)
    },
    onTurn: (turn, tell) => {
      if (state() === 'thinking') retract()
      if (carried === '') tries = 0
      if (!barge.takes(turn.text)) return
      tell()
      const words = hear(joinTexts([carried, turn.text]))
      if (words !== undefined) answer(words, turn)
    },
    stop: barge.stop,
  }
}

/** What can be done to the sound of the current reply. */
const spoken = ({ replies, line }: Pick<FloorSettings, 'replies' | 'line'>) => {
  const speech = () => replies.current()?.speech()
  return {
    speakingMs: () => speech()?.playingMs() ?? 0,
    pause: () => {
      line.pause()
      speech()?.pause()
    },
    resume: () => speech()?.resume(line.resume()),
    isEcho: (text: string) => {
      const said = replies.current()?.said() ?? ''
      return isEchoOf(text, { said, heard: speech()?.heard(said) ?? '' })
    },
  }
}
