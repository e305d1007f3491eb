import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** Records written before others get their turn: a few milliseconds of work. */
const PIECE = 50

/** Answers with a list that may be of any length: it is made and written in pieces, so that others get their turn. */
export async function sendListInChunks<R, T>(
  reply: FastifyReply,
  records: readonly R[],
  view: (record: R) => T,
): Promise<T[]> {
  const shown: T[] = []
  const texts: string[] = []
  for (let start = 0; start < records.length; start += PIECE) {
    if (start > 0) await setImmediate()
    const piece = records.slice(start, start + PIECE).map(view)
    shown.push(...piece)
    // An array by the route's own schema, which Fastify's types take for an object; without its brackets.
    texts.push(String(reply.serializeInput(piece as unknown as Record<string, unknown>, '200')).slice(1, -1))
  }
  reply.type('application/json; charset=utf-8').serializer(() => `[${texts.join()}]`)
  return shown
}
