/** Exact texts of the contract, which clients may compare. */
export const AUTH_ERRORS = ['Invalid API key', 'Character not found', 'Missing required field'] as const
export type AuthErrorMessage = (typeof AUTH_ERRORS)[number]

/** Values of the `error` field of a socket `error` event. */
export const SOCKET_ERROR_CODES = [
  'rate_limited',
  'invalid_payload',
  'model_failed',
  'not_found',
  'internal',
] as const
export type SocketErrorCode = (typeof SOCKET_ERROR_CODES)[number]

export const INSUFFICIENT_SCOPE = 'insufficient_scope'
