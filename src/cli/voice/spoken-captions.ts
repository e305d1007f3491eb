import type { ReplyAudioChunk } from '../../client/session/reply-audio.js'

/** How much of each reply's text was spoken by now, as far as a terminal can know it: by the time since its sound began. */
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
  readonly startedAt: number
  readonly marks: { readonly seconds: number; readonly textEnd: number }[]
  seconds: number
  cutAt: number | undefined
  isComplete: boolean
}

/** `now` in milliseconds. */
export function createSpokenCaptions(now: () => number): SpokenCaptions {
  const captions = new Map<string, Caption>()
  return {
    add: ({ messageId, pcm16, sampleRate, textEnd, isLast }) => {
      if (textEnd === undefined) return
      const caption = captions.get(messageId) ?? newCaption(now())
      captions.set(messageId, caption)
      caption.seconds += pcm16.length / 2 / sampleRate
      caption.marks.push({ seconds: caption.seconds, textEnd })
      caption.isComplete = isLast
    },
    cut: (messageId) => {
      const caption = captions.get(messageId)
      if (caption !== undefined) caption.cutAt ??= now()
    },
    has: (messageId) => captions.has(messageId),
    isCut: (messageId) => captions.get(messageId)?.cutAt !== undefined,
    spokenText: (messageId, text) => {
      const caption = captions.get(messageId)
      if (caption === undefined) return text
      const seconds = ((caption.cutAt ?? now()) - caption.startedAt) / 1000
      if (caption.isComplete && seconds >= caption.seconds) return text
      const spoken = caption.marks.findLast((mark) => mark.seconds <= seconds)
      return text.slice(0, spoken?.textEnd ?? 0).trimEnd()
    },
    forget: (messageId) => void captions.delete(messageId),
  }
}

const newCaption = (startedAt: number): Caption => ({
  startedAt,
  marks: [],
  seconds: 0,
  cutAt: undefined,
  isComplete: false,
})
