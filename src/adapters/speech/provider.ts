import type { TimeoutLimits } from '../model/provider.js'

/** A configured provider of speech, with resolved secrets. */
export type SpeechProvider = {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** Used when a character's model is `default`; undefined: the best that the provider has. */
  readonly model: string | undefined
  readonly apiKey: string | undefined
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  readonly patience: TimeoutLimits
}

export type VoiceProvider = SpeechProvider & {
  /** Used for characters without a voice. */
  readonly voice: string
  /** `pcm` is streamed at `pcmRate`; `wav` is for servers without streaming and is read completely first. */
  readonly format: 'pcm' | 'wav'
  /** Sample rate of `pcm` in Hz; 24000 for OpenAI. */
  readonly pcmRate: number
}

export type RecogniserProvider = SpeechProvider

/** A configured program of this machine. */
export type SpeechProgram = {
  readonly kind: 'piper' | 'whisper-cli'
  /** The path of its model: an `.onnx` voice of piper, a ggml model of whisper.cpp. */
  readonly model: string
  /** Longest run for a sentence or an utterance. */
  readonly totalSeconds: number
}
