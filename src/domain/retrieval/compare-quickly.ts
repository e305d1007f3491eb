import type { Candidate, CorpusDocument, CorpusItem, Round } from './corpus-source.js'
import type { Embeddings } from './ports.js'
import { dotProductsWith } from './vector.js'

/** So many that share no word with the question become candidates, the nearest. */
const NEAREST = 100

const NEVER_ABORTED = new AbortController().signal

/**
 * Gives candidates the vectors of embeddings that need no model, and their cosines; the nearest of `others` become
 * candidates, too. Such vectors are made of what is compared and held nowhere.
 */
export async function compareQuickly<Item>(
  embeddings: Embeddings,
  rounds: readonly Round<Item>[],
  others: readonly CorpusItem<Item>[],
): Promise<Round<Item>[]> {
  const texts = rounds.map(({ asked }) => asked)
  /** Where the text of a document stands among these. Most of what one round finds the next finds again. */
  const places = new Map<string, number>()
  const addText = ({ id, text, vectorGroup }: CorpusDocument) => {
    if (vectorGroup === undefined || places.has(id)) return
    places.set(id, texts.length)
    texts.push(text)
  }
  for (const { candidates } of rounds) for (const { document } of candidates) addText(document)
  for (const { document } of others) addText(document)
  if (places.size === 0) return [...rounds]
  const vectors = await embeddings.embed(texts, NEVER_ABORTED)
  return rounds.map(({ asked, candidates }, at) => {
    const cosineTo = cosinesWith(vectors[at])
    const compare = (candidate: Candidate<Item>): Candidate<Item> => {
      const vector = vectors[places.get(candidate.id) ?? -1]
      if (vector === undefined) return candidate
      // Written out: there are hundreds in every turn, and a spread takes many times as long.
      const { id, lexical, document, item } = candidate
      return { id, lexical, cosine: cosineTo(vector), vector, document, item }
    }
    if (others.length === 0) return { asked, candidates: candidates.map(compare) }
    const found = new Set(candidates.map(({ id }) => id))
    const nearest = others
      .filter(({ document }) => !found.has(document.id))
      .map((item) => compare({ id: item.document.id, lexical: 0, cosine: 0, ...item }))
      .filter(({ cosine }) => cosine > 0)
      .sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1))
    return { asked, candidates: [...candidates.map(compare), ...nearest.slice(0, NEAREST)] }
  })
}

function cosinesWith(question: Float32Array = new Float32Array(0)): (vector: Float32Array) => number {
  const products = dotProductsWith(question)
  return (vector) => Math.min(1, Math.max(0, products(vector)))
}
