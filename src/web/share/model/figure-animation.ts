import type { Session } from '../../../client/session/create-session.js'
import { type FaceFrame, type FaceWeights, weightsAt } from '../../figure/face-frames.js'

/** The face and the actions of the character during a visit. Independent of browser APIs, for tests. */
export type FigureAnimation = {
  attach(session: Pick<Session, 'on'>): void
  /** Whether the loudspeaker plays a reply: the frames of the oldest one that was not played begin, or stop. */
  setSpeaking(isSpeaking: boolean): void
  /** The face that goes with what is heard now; empty at rest. */
  face(): FaceWeights
  /** Calls the listener with the name of each action of the character; returns the function that unsubscribes. */
  onAction(listener: (name: string) => void): () => void
}

/** Two minutes of one reply; what comes later is not shown. */
const FRAMES_MAX = 3600
/** Replies that wait to be played. */
const REPLIES_MAX = 8

/** `now` counts milliseconds. Frames drawn cannot be counted instead: where they are slow, the face would lag behind. */
export function createFigureAnimation(now: () => number): FigureAnimation {
  /** Frames by the id of their reply, the oldest first. */
  const replies = new Map<string, FaceFrame[]>()
  const listeners = new Set<(name: string) => void>()
  let isRunning = false
  let begunAt = 0

  const dropOldest = () => {
    const [oldest] = replies.keys()
    if (oldest !== undefined) replies.delete(oldest)
  }
  return {
    attach(session) {
      session.on('botAnimation', ({ message_id: id, time_code_sec: at, weights, is_final }) => {
        if (is_final) return
        const frames = replies.get(id) ?? []
        if (frames.length < FRAMES_MAX) frames.push({ at, weights })
        replies.set(id, frames)
        if (replies.size > REPLIES_MAX) dropOldest()
      })
      session.on('interrupt', ({ message_id }) => void replies.delete(message_id))
      session.on('disconnected', () => replies.clear())
      session.on('clientAction', ({ name }) => {
        for (const listener of listeners) listener(name)
      })
    },
    setSpeaking(isSpeaking) {
      if (isSpeaking === isRunning) return
      if (!isSpeaking) dropOldest()
      isRunning = isSpeaking
      begunAt = now()
    },
    face() {
      const [frames] = replies.values()
      return isRunning && frames !== undefined ? weightsAt(frames, (now() - begunAt) / 1000) : {}
    },
    onAction(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
