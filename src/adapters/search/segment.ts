import type { IndexedDocument, NewDocument } from '../../domain/retrieval/ports.js'
import { createOramaText } from './orama-text.js'
import type { TextIndex } from './text-index.js'
import type { Tokenizer } from './tokenizer.js'
import { createTypedText } from './typed-text.js'
import { createVectors, type Vectors } from './vectors.js'

/** Above so many documents Orama's way of searching text is too slow and too large (docs/memory.md, Search index). */
export const TYPED_FROM = 20_000

/** Documents by number. Numbers of removed ones stay empty, so a shelf is left for a new one when half of it is. */
export interface Segment {
  readonly dimensions: number
  readonly text: TextIndex
  readonly vectors: Vectors
  at(slot: number): IndexedDocument | undefined
  /** Makes room for so many more with vectors. */
  expect(more: number): void
  /** In place of the one with its id. */
  put(document: NewDocument): void
  take(id: string): void
  size(): number
  /** Their languages by the tokenizer's numbers; those of removed documents too. */
  languages(): Iterable<number>
  documents(): Iterable<NewDocument>
  isOutgrownBy(more: number): boolean
  isMostlyHoles(): boolean
  bytes(): number
}

type SegmentSettings = {
  readonly dimensions: number
  readonly typedFrom?: number
  /** How many documents it will hold. */
  readonly expected: number
}

export function createSegment(
  tokenizer: Tokenizer,
  { dimensions, typedFrom = TYPED_FROM, expected }: SegmentSettings,
): Segment {
  const spoken = new Set<number>()
  // A turn's text is the text before the next one: what was read just now is not read again.
  const recent = new Map<string, readonly string[]>()
  const read = (text: string) => {
    if (text === '') return []
    const known = recent.get(text)
    if (known !== undefined) return known
    const { language, terms } = tokenizer.terms(text)
    spoken.add(language)
    recent.set(text, terms)
    for (const oldest of recent.keys()) if (recent.size > RECENT) recent.delete(oldest)
    return terms
  }
  const isTyped = expected >= typedFrom
  const text = isTyped ? createTypedText(read) : createOramaText(read)
  const vectors = createVectors({ dimensions })
  const documents: (IndexedDocument | undefined)[] = []
  const slots = new Map<string, number>()
  let letters = 0

  const take = (id: string) => {
    const slot = slots.get(id)
    const document = documents[slot ?? -1]
    if (slot === undefined || document === undefined) return
    text.remove(slot, document)
    vectors.clear(slot)
    documents[slot] = undefined
    slots.delete(id)
    letters -= lettersOf(document)
  }

  return {
    dimensions,
    expect: (more) => vectors.reserve(documents.length + more),
    text,
    vectors,
    at: (slot) => documents[slot],
    put: ({ vector, ...document }) => {
      take(document.id)
      const slot = documents.push(document) - 1
      slots.set(document.id, slot)
      text.add(slot, document)
      if (vector !== undefined) vectors.set(slot, vector)
      letters += lettersOf(document)
    },
    take,
    size: () => slots.size,
    languages: () => spoken,
    *documents() {
      for (const [slot, document] of documents.entries()) {
        if (document === undefined) continue
        const vector = vectors.at(slot)
        yield vector === undefined ? document : { ...document, vector }
      }
    },
    isOutgrownBy: (more) => !isTyped && slots.size + more >= typedFrom,
    isMostlyHoles: () => documents.length > FEW && documents.length > 2 * slots.size,
    bytes: () => text.bytes() + vectors.bytes() + letters + documents.length * DOCUMENT_BYTES,
  }
}

/** The fields of a document before and after a change, and those of the two turns that follow it. */
const RECENT = 8

/** Not worth a new shelf. */
const FEW = 64

const lettersOf = ({ id, text, prev, near, subject, type }: IndexedDocument): number =>
  id.length + text.length + prev.length + near.length + subject.length + type.length

/** A document's object, the heads of its texts, its places in the list and the map: measured on the heap. */
const DOCUMENT_BYTES = 290
