import type { Candidate, CorpusItem, Round } from './corpus-source.js'
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
  const documents = [...rounds.flatMap(({ candidates }) => candidates), ...others].map(
    ({ document }) => document,
  )
  const texts = new Map(
    documents.flatMap(({ id, text, vectorGroup }) => (vectorGroup === undefined ? [] : [[id, text]])),
  )
  if (texts.size === 0) return [...rounds]
  const questions = rounds.map(({ asked }) => asked)
  const made = await embeddings.embed([...questions, ...texts.values()], NEVER_ABORTED)
  const vectors = new Map([...texts.keys()].map((id, at) => [id, made[questions.length + at]]))
  return rounds.map(({ asked, candidates }, at) => {
    const cosineTo = cosinesWith(made[at])
    const compare = (candidate: Candidate<Item>): Candidate<Item> => {
      const vector = vectors.get(candidate.id)
      return vector === undefined ? candidate : { ...candidate, vector, cosine: cosineTo(vector) }
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
