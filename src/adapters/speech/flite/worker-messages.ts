import type { SpeakTask, SpokenPart } from './speak-text.js'

export type FliteTask = SpeakTask & { readonly id: number }

export type FliteReply =
  | { readonly kind: 'ready' }
  | ({ readonly kind: 'part'; readonly id: number; readonly isLast: boolean } & SpokenPart)
  | { readonly kind: 'failed'; readonly id: number; readonly error: unknown }
