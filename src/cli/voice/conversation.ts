import { type Session, UnreachableError } from '../../client/create-client.js'
import { createDeadline } from '../../client/session/deadline.js'
import { listenToSound } from '../../client/session/sound.js'
import { followSpokenTurns, type SpokenTurn } from '../../client/session/spoken-turns.js'
import type { Loudspeaker } from './loudspeaker.js'

export type ConversationView = {
  /** What the player was heard to say; not final, so far. */
  heard(text: string, isFinal: boolean): void
  /** The reply so far. */
  reply(text: string): void
  /** The whole text of a reply is there. */
  replied(turn: SpokenTurn): void
  /** And was heard, so far as it was. */
  over(turn: SpokenTurn, sound: Sound): void | Promise<void>
  complaint(message: string): void
}

/** What came of a reply's sound. */
export type Sound = { readonly samples: number; readonly seconds: number }

export interface Conversation {
  /** Whether something that was said waits for its answer, or hears it. */
  isAnswering(): boolean
  /** Rejects when an answer fails to come, or cannot be played. */
  readonly failed: Promise<never>
}

type ConversationDeps = {
  readonly session: Session
  readonly baseUrl: string
  readonly loudspeaker: Loudspeaker
  /** The longest pause in an answer, in milliseconds. */
  readonly pauseMs: number
}

/** Plays what a session says, and tells what is said in it. */
export function converse(deps: ConversationDeps, view: ConversationView): Conversation {
  const { session, baseUrl, loudspeaker, pauseMs } = deps
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  failed.catch(() => undefined)
  const patience = createDeadline(pauseMs, () => fail(new UnreachableError(baseUrl, 'timeout')))
  const sounds = trackSounds(session, loudspeaker)
  let awaited = false
  const playing = new Set<string>()

  const conclude = async (turn: SpokenTurn) => {
    const { messageId } = turn
    const sound = await sounds.over(messageId)
    await loudspeaker.played(messageId)
    if (sound.samples > 0 && session.state() === 'connected')
      void session.notifyAudioPlaybackComplete(messageId)
    playing.delete(messageId)
    await view.over(turn, sound)
  }
  followSpokenTurns(session, {
    heard: (text, isFinal) => {
      if (isFinal && text.trim() !== '') {
        awaited = true
        patience.start()
      }
      view.heard(text, isFinal)
    },
    text: (text) => {
      patience.start()
      view.reply(text)
    },
    act: () => undefined,
    turn: (turn) => {
      awaited = false
      patience.cancel()
      playing.add(turn.messageId)
      view.replied(turn)
      conclude(turn).catch(fail)
    },
  })
  session.on('voiceError', ({ message }) => view.complaint(message))
  session.on('disconnected', () => {
    // Nothing more comes of what was being answered.
    awaited = false
    patience.cancel()
    sounds.breakOff()
  })
  return { isAnswering: () => awaited || playing.size > 0, failed }
}

type Track = { samples: number; seconds: number; isOver: boolean; wake: () => void }

/** Hands the sound on, and knows of each reply when it is all there. */
function trackSounds(session: Session, loudspeaker: Loudspeaker) {
  const tracks = new Map<string, Track>()
  const end = (track: Track | undefined) => {
    if (track === undefined) return
    track.isOver = true
    track.wake()
  }
  listenToSound(session, {
    chunk: (chunk) => {
      const { messageId, pcm16, sampleRate, isLast } = chunk
      const track = tracks.get(messageId) ?? { samples: 0, seconds: 0, isOver: false, wake: () => undefined }
      tracks.set(messageId, track)
      track.samples += pcm16.length / 2
      track.seconds += pcm16.length / 2 / sampleRate
      loudspeaker.play(chunk)
      if (isLast) end(track)
    },
    cut: (messageId) => {
      loudspeaker.cut(messageId)
      end(tracks.get(messageId))
    },
  })
  return {
    /** The rest of what was sounding will not come. */
    breakOff: () => {
      for (const [messageId, track] of tracks) {
        if (!track.isOver) loudspeaker.cut(messageId)
        end(track)
      }
    },
    /**
     * To be asked when the whole text is there: a reply without any sound by then has none
     * (docs/wire-protocol.md, Order of events).
     */
    over: async (messageId: string): Promise<Sound> => {
      const track = tracks.get(messageId)
      if (track === undefined) return { samples: 0, seconds: 0 }
      if (!track.isOver)
        await new Promise<void>((resolve) => {
          track.wake = resolve
        })
      tracks.delete(messageId)
      return { samples: track.samples, seconds: track.seconds }
    },
  }
}
