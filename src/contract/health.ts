import { Type } from 'typebox'
import { operation } from './operation.js'

export const getHealth = operation({
  method: 'GET',
  url: '/api/health',
  config: { credential: 'none' },
  schema: {
    operationId: 'getHealth',
    summary: 'Check that the server responds',
    tags: ['operations'],
    response: { 200: Type.Object({ status: Type.String(), service: Type.String() }) },
  },
})
