/** What the command that writes the page puts into it. */
export type ModelPageData = {
  readonly name: string
  /** Binary glTF in base64. */
  readonly model: string
}

export function readPageData(page: Document): ModelPageData {
  const { name = '', model = '' } = JSON.parse(page.getElementById('data')?.textContent ?? '{}')
  return { name, model }
}

export function decodeBase64(base64: string): ArrayBuffer {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes.buffer
}
