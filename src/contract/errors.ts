/** The contract's exact words, where a client may compare them. */
export const AUTH_ERRORS = ['Invalid API key', 'Character not found', 'Missing required field'] as const
export type AuthErrorMessage = (typeof AUTH_ERRORS)[number]

/** Codes that may stand in the `error` field of a socket `error` event. */
export const SOCKET_ERROR_CODES = [
  'rate_limited',
  'invalid_payload',
  'model_failed',
  'not_found',
  'internal',
] as const
export type SocketErrorCode = (typeof SOCKET_ERROR_CODES)[number]

export const INSUFFICIENT_SCOPE = 'insufficient_scope'
