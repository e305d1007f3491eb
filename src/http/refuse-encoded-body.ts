import type { FastifyReply, FastifyRequest } from 'fastify'

/** Bodies are read as they come: one that is packed is refused and told so, instead of being read as broken JSON. */
export async function refuseEncodedBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!hasBody(request) || !isEncoded(request.headers['content-encoding'])) return
  reply.header('accept-encoding', 'identity')
  await reply.code(415).send({ detail: 'Unsupported Media Type' })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const isEncoded = (codings = ''): boolean =>
  codings.split(',').some((coding) => !['', 'identity'].includes(coding.trim().toLowerCase()))
