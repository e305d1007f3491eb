import type { Passage } from './ports.js'

/** Characters that are written at once. */
const BLOCK_CHARACTERS = 2 ** 16

/** Passages as they lie in their file: a line of JSON each. */
export async function* encodePassages(passages: readonly Passage[]): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let lines = ''
  for (const passage of passages) {
    lines += `${JSON.stringify(passage)}\n`
    if (lines.length < BLOCK_CHARACTERS) continue
    yield encoder.encode(lines)
    lines = ''
  }
  if (lines !== '') yield encoder.encode(lines)
}

/** The passages of such a file, while it is read. Throws a SyntaxError when a line is no JSON. */
export async function* decodePassages(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Passage> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    // We wrote the file ourselves, and it is named by the hash of its content.
    for (const line of lines) yield JSON.parse(line) as Passage
  }
}
