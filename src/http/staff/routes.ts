import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '../../contract/staff.js'
import { staffHealth, systemMetrics } from '../../domain/operations/staff-health.js'
import { selectPreferred } from '../content-negotiation.js'
import type { HttpDeps } from '../http-deps.js'
import { PROMETHEUS_TYPE, prometheusText } from './prometheus.js'

type StaffDeps = Pick<HttpDeps, 'inspection' | 'queue' | 'conversations' | 'meter' | 'settings'>

/** Health and metrics for operators. */
export const staffRoutes: FastifyPluginAsyncTypebox<StaffDeps> = async (app, deps) => {
  app.route({ ...contract.getStaffHealth, handler: async () => staffHealth(deps) })
  app.route({
    ...contract.getStaffSystemMetrics,
    handler: async (request, reply) => sendMetrics(deps, request, reply),
  })
  app.route({
    ...contract.getSystemMetrics,
    handler: async (request, reply) => sendMetrics(deps, request, reply),
  })
}

async function sendMetrics(
  deps: StaffDeps,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const metrics = await systemMetrics(deps)
  reply.header('vary', 'Accept')
  if (selectPreferred(headers.accept ?? '*/*', ['application/json', 'text/plain']) !== 'text/plain') {
    return reply.send(metrics)
  }
  return reply.type(PROMETHEUS_TYPE).send(prometheusText(metrics))
}
