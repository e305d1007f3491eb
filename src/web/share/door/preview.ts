import type { SharePreview } from '../../../contract/shares.js'

/** What the server wrote into the page about the character (src/http/share-page-preview.ts); null: nothing. */
export function readPreview(page: Document): SharePreview | null {
  const text = page.querySelector('meta[name="share-preview"]')?.getAttribute('content')
  return text == null ? null : (JSON.parse(text) as SharePreview)
}
