import type { Passage } from './ports.js'

/** The document a passage belongs to, and which of its passages it is, from 0. */
export type PassagePlace = { readonly documentId: string; readonly at: number }

export const passageId = ({ documentId, at }: PassagePlace): string => `${documentId} ${at}`

export function passagePlace(id: string): PassagePlace {
  const end = id.lastIndexOf(' ')
  return { documentId: id.slice(0, end), at: Number(id.slice(end + 1)) }
}

/** Characters per written block. */
const BLOCK_CHARACTERS = 2 ** 16

/** The file format: one line of JSON per passage. */
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

/** The passages of such a file, as it is read. Throws a SyntaxError when a line is not JSON. */
export async function* decodePassages(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Passage> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    // The cast is safe: this server wrote the file, and its name is the hash of its content.
    for (const line of lines) yield JSON.parse(line) as Passage
  }
}
