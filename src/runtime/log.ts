import { pino, stdSerializers } from 'pino'
import type { Log } from '../domain/log.js'

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const STANDARD_ERROR = 2

/** JSON lines on standard error; standard output belongs to the ready line. An `error` field is written with its stack. */
export function createLog(level: LogLevel, fd: number = STANDARD_ERROR): Log {
  const serializers = { error: stdSerializers.err }
  const logger = pino({ level, base: null, serializers }, pino.destination({ fd, sync: true }))
  return {
    debug: (message, fields) => logger.debug(fields ?? {}, message),
    info: (message, fields) => logger.info(fields ?? {}, message),
    warn: (message, fields) => logger.warn(fields ?? {}, message),
    error: (message, fields) => logger.error(fields ?? {}, message),
  }
}
