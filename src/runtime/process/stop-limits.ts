import type { Config } from '../config/config.js'

/**
 * How a stop spends the time that the configuration gives it: requests that are being answered may take most of it,
 * beside them work that the next start can take up again half of it. What is left is for closing sockets and the store.
 */
export const stopLimits = ({ stopSeconds }: Pick<Config, 'stopSeconds'>) => ({
  requestsMs: stopSeconds * 850,
  workMs: stopSeconds * 500,
})
