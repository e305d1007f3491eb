import type { Session } from '../../../client/session/create-session.js'
import type { ObservableVoiceState } from './voice-state.js'

/** Decides how much of a reply's text is shown while it is spoken. */
export type Captions = {
  attach(session: Session): void
  /** The reply was spoken up to here. */
  spoken(messageId: string, textEnd: number): void
  /** All of the reply was spoken. */
  ended(messageId: string): void
  /** The sound of the reply was cut; its caption stays where it is. */
  cut(messageId: string): void
  /** Shows the whole text of all replies whose sound was not cut. */
  release(): void
}

/** A reply whose text is complete, and of which nothing was heard for so long, is shown without sound. */
const SILENT_MS = 1500

type CaptionsDeps = {
  readonly store: ObservableVoiceState
  after(ms: number, done: () => void): void
  /** No more of the reply's text than this is heard. */
  onCut(messageId: string, textEnd: number): void
}

export function createCaptions({ store, after, onCut }: CaptionsDeps): Captions {
  const known = new Set<string>()
  const sounding = new Set<string>()
  const cut = new Set<string>()
  const captions = () => store.state().captions
  const show = (messageId: string, textEnd: number | undefined) => {
    if (cut.has(messageId)) return
    const changed = new Map(captions())
    if (textEnd === undefined) changed.delete(messageId)
    else changed.set(messageId, textEnd)
    store.update({ captions: changed })
  }
  const release = () => {
    const kept = [...captions()].filter(([messageId]) => cut.has(messageId))
    store.update({ captions: new Map(kept) })
  }
  return {
    attach(session) {
      session.on('botResponse', ({ message_id: id, is_final }) => {
        if (store.state().step === 'on' && !known.has(id)) show(id, 0)
        known.add(id)
        if (is_final) after(SILENT_MS, () => void (sounding.has(id) || show(id, undefined)))
      })
      session.on('botVoice', ({ message_id: id, text_end }) => {
        sounding.add(id)
        // A service that does not say what was spoken has no captions.
        if (text_end === undefined) show(id, undefined)
      })
      session.on('voiceError', release)
    },
    spoken: show,
    ended: (messageId) => show(messageId, undefined),
    cut(messageId) {
      const textEnd = captions().get(messageId)
      if (textEnd === undefined || cut.has(messageId)) return
      cut.add(messageId)
      onCut(messageId, textEnd)
    },
    release,
  }
}
