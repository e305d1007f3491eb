import { Type } from 'typebox'
import { operation } from './operation.js'

const HealthSchema = Type.Object({ status: Type.String(), service: Type.String() })

export const getHealth = operation({
  method: 'GET',
  url: '/api/health',
  config: { credential: 'none' },
  schema: {
    operationId: 'getHealth',
    summary: 'Check that the server responds',
    tags: ['operations'],
    response: { 200: HealthSchema },
  },
})

/** For load balancers: a server that stands by, is about to stop, or has lost its records is not ready. */
export const getReadiness = operation({
  method: 'GET',
  url: '/api/health/ready',
  config: { credential: 'none' },
  schema: {
    operationId: 'getReadiness',
    summary: 'Check whether clients should be sent to this server',
    tags: ['operations'],
    response: { 200: HealthSchema, 503: HealthSchema },
  },
})
