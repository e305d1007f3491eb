import type { Passage } from './ports.js'

/** Characters that are written at once. */
const BLOCK = 2 ** 16

/** Passages as they lie in their file: a line of JSON each. */
export async function* encodePassages(passages: readonly Passage[]): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let lines = ''
  for (const passage of passages) {
    lines += `${JSON.stringify(passage)}\n`
    if (lines.length < BLOCK) continue
    yield encoder.encode(lines)
    lines = ''
  }
  if (lines !== '') yield encoder.encode(lines)
}
