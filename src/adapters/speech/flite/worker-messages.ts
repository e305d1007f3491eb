import type { SpeakTask, SpokenText } from './speak-text.js'

export type FliteTask = SpeakTask & { readonly id: number }

export type FliteReply =
  | { readonly kind: 'ready' }
  | ({ readonly kind: 'spoken'; readonly id: number } & SpokenText)
  | { readonly kind: 'failed'; readonly id: number; readonly error: unknown }
