import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { INTERNAL_ERROR } from '../../contract/errors.js'
import { type TurnRecord, type TurnResponse, takeTurn } from '../../contract/turns.js'
import { DomainError } from '../../domain/errors.js'
import type { Log } from '../../domain/log.js'
import { selectPreferred } from '../content-negotiation.js'
import type { HttpDeps } from '../http-deps.js'

const NDJSON = 'application/x-ndjson'

export const turnRoutes: FastifyPluginAsyncTypebox<Pick<HttpDeps, 'turnRequests' | 'log'>> = async (
  app,
  { turnRequests, log },
) => {
  app.route({
    ...takeTurn,
    handler: async ({ params, body, caller, headers }, reply) => {
      const isStreamed = body.stream ?? prefersNdjson(headers.accept)
      const request = { characterId: params.characterId, body, isStreamed }
      const left = new AbortController()
      reply.raw.once('close', () => left.abort())
      const records = await turnRequests.start(caller, request, left.signal)
      return isStreamed ? sendLines(reply, ndjsonLines(records, log)) : completedTurn(records)
    },
  })
}

/** The reply without the type of its body: the schema is that of the whole answer, and lines are serialised one by one. */
const sendLines = (reply: FastifyReply, lines: AsyncIterable<string>): FastifyReply =>
  reply.type(NDJSON).send(Readable.from(lines))

const prefersNdjson = (accept = '*/*') => selectPreferred(accept, ['application/json', NDJSON]) === NDJSON

async function completedTurn(records: AsyncIterable<TurnRecord>): Promise<TurnResponse> {
  for await (const record of records) if (record.type === 'turn_completed') return record.data
  throw new Error('A turn ended without its last record')
}

/** The status line is sent by then: a failure becomes the last line. */
async function* ndjsonLines(records: AsyncIterable<TurnRecord>, log: Log): AsyncGenerator<string> {
  try {
    for await (const record of records) yield toLine(record)
  } catch (error) {
    const isExpected = error instanceof DomainError
    if (!isExpected) log.error('A streamed turn failed', { err: error })
    yield toLine({
      type: 'error',
      data: { message: isExpected ? error.message : INTERNAL_ERROR.message },
    })
  }
}

const toLine = (record: TurnRecord) => `${JSON.stringify(record)}\n`
