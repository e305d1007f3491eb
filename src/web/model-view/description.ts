import { element } from './elements.js'
import type { ModelPageData } from './page-data.js'

/** What of its description the file of a model says that it shows, and what it does not. */
type NamedThings = { readonly shown: readonly string[]; readonly notShown: readonly string[] }

/** The description of a figure and how much of it is there to be seen. */
export function showDescription(
  { appearance, notShown }: Pick<ModelPageData, 'appearance' | 'notShown'>,
  model: Uint8Array,
): void {
  element('description', HTMLElement).hidden = appearance === null
  element('appearance', HTMLElement).textContent = appearance
  const { shown, missing, isMissing, note } = reportOf(readNamedThings(model), notShown)
  for (const [id, things] of [['shown', shown] as const, ['not-shown', missing] as const]) {
    const line = element(id, HTMLElement)
    line.hidden = things === null
    const words = line.querySelector('span')
    if (words !== null) words.textContent = things
  }
  element('not-shown', HTMLElement).classList.toggle('missing', isMissing)
  const verdict = element('verdict', HTMLElement)
  verdict.hidden = appearance === null || missing === null
  verdict.classList.toggle('missing', isMissing)
  verdict.textContent = isMissing ? `Left out: ${missing}` : 'Description: all shown'
  element('unknown', HTMLElement).hidden = note === null
  element('unknown', HTMLElement).textContent = note
}

type Report = {
  readonly shown: string | null
  readonly missing: string | null
  /** Whether anything is. */
  readonly isMissing: boolean
  readonly note: string | null
}

/** The server may know more than a file that was made elsewhere. */
function reportOf(own: NamedThings | null, notShown: readonly string[]): Report {
  const known = own?.notShown.length ? own.notShown : notShown
  const isMissing = known.length > 0
  const missing = isMissing ? known.join(', ') : null
  if (own === null)
    return {
      ...{ shown: null, missing, isMissing },
      note: missing === null ? 'How much of it is shown, the file of this model does not say.' : null,
    }
  if (own.shown.length === 0 && missing === null)
    return {
      ...{ shown: null, missing: null, isMissing },
      note: 'No thing was recognised in it. Descriptions are read in English.',
    }
  return {
    shown: own.shown.length > 0 ? own.shown.join(', ') : 'nothing that was recognised',
    missing: missing ?? 'nothing',
    isMissing,
    note: null,
  }
}

/** Of a binary glTF that parley has made; null for others. */
function readNamedThings(model: Uint8Array): NamedThings | null {
  try {
    const length = new DataView(model.buffer, model.byteOffset).getUint32(JSON_LENGTH_AT, true)
    const text = new TextDecoder().decode(model.subarray(JSON_AT, JSON_AT + length))
    const { generator, extras } = (JSON.parse(text) as { asset: Asset }).asset
    if (generator !== 'parley' || !Array.isArray(extras?.shown) || !Array.isArray(extras.notShown))
      return null
    return { shown: extras.shown.map(String), notShown: extras.notShown.map(String) }
  } catch {
    return null
  }
}

type Asset = {
  readonly generator?: unknown
  readonly extras?: { readonly shown?: unknown; readonly notShown?: unknown }
}
/** Its first chunk is JSON (glTF 2.0, 4: Binary glTF Layout). */
const JSON_LENGTH_AT = 12
const JSON_AT = 20
