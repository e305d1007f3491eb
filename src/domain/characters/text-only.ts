import type { CharacterRecord } from './record.js'

type TextOnly = Pick<CharacterRecord, 'text_only' | 'text_only_chosen'>

/** A character without a voice is text-only, until somebody says otherwise; from then on the voice decides nothing. */
export function inferTextOnly(
  given: boolean | undefined,
  voice: string | null,
  current?: TextOnly,
): TextOnly {
  if (given !== undefined) return { text_only: given, text_only_chosen: true }
  if (current?.text_only_chosen === true) return { text_only: current.text_only, text_only_chosen: true }
  return { text_only: !voice, text_only_chosen: false }
}
