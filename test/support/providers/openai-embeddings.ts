import { type ModelAnswer, refuseWith } from './model-server.js'

type Row = { readonly index?: number; readonly embedding: readonly number[] }

/** The answer of OpenAI's `/embeddings`. */
export const embeddingsAnswer = (rows: readonly Row[]): ModelAnswer =>
  refuseWith(200, {
    object: 'list',
    model: 'm',
    data: rows.map((row) => ({ object: 'embedding', ...row })),
    usage: { prompt_tokens: 3, total_tokens: 3 },
  })

/** One vector for each text, in order. */
export const answerWithVectors = (...vectors: readonly (readonly number[])[]): ModelAnswer =>
  embeddingsAnswer(vectors.map((embedding, index) => ({ index, embedding })))
