import { fromBase64 } from '../../audio/base64.js'
import type { FaceFrame } from '../figure/face-frames.js'

/** What a character says on the page: its sound, with the face and the actions that go with it. */
export type SpokenReply = {
  readonly text: string
  /** 16-bit little-endian mono in base64. */
  readonly pcm16: string
  /** Hz. */
  readonly sampleRate: number
  /** In the order of their times; weights that are missing are 0. */
  readonly frames: readonly FaceFrame[]
  /** Names of actions, with the seconds after which they were done. */
  readonly actions: readonly { readonly at: number; readonly name: string }[]
  /** How much of the text was spoken after so many seconds, in the order of the times. */
  readonly heard?: readonly { readonly at: number; readonly textEnd: number }[]
}

/** The data that `parley model view` embeds in the page (src/cli/models/model-file.ts). */
export type ModelPageData = {
  readonly characterId: string
  readonly name: string
  /** Whether the character can speak at all. */
  readonly isVoiced: boolean
  /** When the page was written, as ISO 8601. */
  readonly writtenAt: string
  /** Binary glTF in base64. */
  readonly model: string
  /** A PNG in base64, shown until the model is drawn, or instead. */
  readonly poster: string | null
  readonly appearance: string | null
  /** Things of the appearance that the model does not show. */
  readonly notShown: readonly string[]
  readonly spoken: SpokenReply | null
}

const NOTHING: ModelPageData = {
  characterId: '',
  name: '',
  isVoiced: false,
  writtenAt: '',
  model: '',
  poster: null,
  appearance: null,
  notShown: [],
  spoken: null,
}

export function readPageData(page: Document): ModelPageData {
  const data = JSON.parse(page.getElementById('data')?.textContent ?? '{}') as Partial<ModelPageData>
  return { ...NOTHING, ...data }
}

/** Throws for what is not base64. */
export function decodeBase64(base64: string): Uint8Array {
  const bytes = fromBase64(base64)
  if (bytes === undefined) throw new Error('Its data is damaged')
  return bytes
}
