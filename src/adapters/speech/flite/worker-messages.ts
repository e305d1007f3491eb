import type { SpeakTask, SpokenPiece } from './speak-text.js'

export type FliteTask = SpeakTask & { readonly id: number }

/** Any number of pieces, then the end of the text or its failure. */
export type FliteReply =
  | { readonly kind: 'ready' }
  | ({ readonly kind: 'piece'; readonly id: number } & SpokenPiece)
  | { readonly kind: 'spoken'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly error: unknown }
