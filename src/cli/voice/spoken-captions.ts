import type { ReplyAudioChunk } from '../../client/session/reply-audio.js'
import { createPlaybackTimeline } from './playback-timeline.js'

/** How much of each reply's text was spoken by now, as far as a terminal can know it: by when its sound arrived. */
export interface SpokenCaptions {
  add(chunk: ReplyAudioChunk): void
  /** The sound of the reply ends here. */
  cut(messageId: string): void
  /** Whether the service says what is spoken of this reply. */
  has(messageId: string): boolean
  isCut(messageId: string): boolean
  /** What was spoken of the text; all of it for replies without sound, and from services that do not say. */
  spokenText(messageId: string, text: string): string
  forget(messageId: string): void
}

type Caption = {
  /** The text is spoken up to `textEnd` at this time. */
  readonly marks: { readonly at: number; readonly textEnd: number }[]
  cutAt: number | undefined
  isComplete: boolean
}

/** `now` in milliseconds. */
export function createSpokenCaptions(now: () => number): SpokenCaptions {
  const captions = new Map<string, Caption>()
  const timeline = createPlaybackTimeline(now)
  return {
    add: ({ messageId, pcm16, sampleRate, textEnd, isLast }) => {
      if (textEnd === undefined) return
      const caption = captions.get(messageId) ?? newCaption()
      captions.set(messageId, caption)
      const { to } = timeline.add((1000 * pcm16.length) / 2 / sampleRate)
      caption.marks.push({ at: to, textEnd })
      caption.isComplete = isLast
    },
    cut: (messageId) => {
      const caption = captions.get(messageId)
      if (caption === undefined) return
      caption.cutAt ??= now()
      timeline.cut()
    },
    has: (messageId) => captions.has(messageId),
    isCut: (messageId) => captions.get(messageId)?.cutAt !== undefined,
    spokenText: (messageId, text) => {
      const caption = captions.get(messageId)
      if (caption === undefined) return text
      const until = caption.cutAt ?? now()
      const spoken = caption.marks.findLast(({ at }) => at <= until)
      if (caption.isComplete && spoken === caption.marks.at(-1)) return text
      return text.slice(0, spoken?.textEnd ?? 0).trimEnd()
    },
    forget: (messageId) => void captions.delete(messageId),
  }
}

const newCaption = (): Caption => ({
  marks: [],
  cutAt: undefined,
  isComplete: false,
})
