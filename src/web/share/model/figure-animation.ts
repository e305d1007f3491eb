import type { Session } from '../../../client/session/create-session.js'

/** Weights of blendshapes by name, 0 to 1. */
export type FaceWeights = Readonly<Record<string, number>>

/** The face and the actions of the character during a visit. Independent of browser APIs, for tests. */
export type FigureAnimation = {
  attach(session: Pick<Session, 'on'>): void
  /** Whether the loudspeaker plays a reply: the frames of the oldest one that was not played begin, or stop. */
  setSpeaking(isSpeaking: boolean): void
  /** The face after so many more seconds of playback; empty at rest. */
  advance(seconds: number): FaceWeights
  /** Calls the listener with the name of each action of the character; returns the function that unsubscribes. */
  onAction(listener: (name: string) => void): () => void
}

type Frame = { readonly at: number; readonly weights: FaceWeights }

/** Two minutes of one reply; what comes later is not shown. */
const FRAMES_MAX = 3600
/** Replies that wait to be played. */
const REPLIES_MAX = 8

export function createFigureAnimation(): FigureAnimation {
  /** Frames by the id of their reply, the oldest first. */
  const replies = new Map<string, Frame[]>()
  const listeners = new Set<(name: string) => void>()
  let isRunning = false
  let elapsed = 0

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
      elapsed = 0
    },
    advance(seconds) {
      const [frames] = replies.values()
      if (!isRunning || frames === undefined) return {}
      elapsed += seconds
      return weightsAt(frames, elapsed)
    },
    onAction(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Between two frames linear; empty after the last. */
function weightsAt(frames: readonly Frame[], time: number): FaceWeights {
  const next = frames.findIndex(({ at }) => at > time)
  const [before, after] = [frames[next - 1], frames[next]]
  if (before === undefined || after === undefined) return after?.weights ?? {}
  const share = (time - before.at) / (after.at - before.at || 1)
  const names = Object.keys({ ...before.weights, ...after.weights })
  return Object.fromEntries(
    names.map((name) => [
      name,
      (before.weights[name] ?? 0) * (1 - share) + (after.weights[name] ?? 0) * share,
    ]),
  )
}
