import type { CharacterConfig } from '../../contract/characters.js'
import type { CharacterRecord } from './record.js'

type Speech = Pick<CharacterRecord, 'tts_voice' | 'text_only' | 'text_only_chosen'>

/** A character without a voice is text-only, until somebody says otherwise; from then on the voice decides nothing. */
export function inferTextOnly(
  given: Pick<CharacterConfig, 'text_only'>,
  current: Pick<Speech, 'tts_voice'> & Partial<Speech>,
): Pick<Speech, 'text_only' | 'text_only_chosen'> {
  if (given.text_only !== undefined) return { text_only: given.text_only, text_only_chosen: true }
  if (current.text_only !== undefined && current.text_only_chosen === true) {
    return { text_only: current.text_only, text_only_chosen: true }
  }
  return { text_only: !current.tts_voice, text_only_chosen: false }
}
