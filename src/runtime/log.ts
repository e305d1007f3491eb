import { pino } from 'pino'
import type { Log } from '../domain/log.js'

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** JSON lines on standard error; standard output belongs to the ready line. */
export function createLog(level: LogLevel): Log {
  const logger = pino({ level, base: null }, pino.destination({ fd: 2, sync: true }))
  return {
    debug: (message, fields) => logger.debug(fields ?? {}, message),
    info: (message, fields) => logger.info(fields ?? {}, message),
    warn: (message, fields) => logger.warn(fields ?? {}, message),
    error: (message, fields) => logger.error(fields ?? {}, message),
  }
}
