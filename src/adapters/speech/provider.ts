import type { TimeoutLimits } from '../model/provider.js'

/** A configured provider of speech, its secrets read. */
type SpeechProvider = {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** Asked for when a character's model is `default`. */
  readonly model: string
  readonly apiKey: string | undefined
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  readonly patience: TimeoutLimits
}

export type VoiceProvider = SpeechProvider & {
  /** Spoken with when a character has no voice of its own. */
  readonly voice: string
  /** `pcm` comes as it is made, at `pcmRate`; `wav` is for servers that cannot, and comes whole. */
  readonly format: 'pcm' | 'wav'
  /** Hz of 16-bit samples without a header; OpenAI's are 24000. */
  readonly pcmRate: number
}

export type RecogniserProvider = SpeechProvider
