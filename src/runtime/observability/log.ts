import { writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import { type DestinationStream, pino, stdSerializers } from 'pino'
import { DomainError } from '../../domain/errors.js'
import type { Log } from '../../domain/log.js'
import { formatLogLine } from './log-format.js'
import type { LogFormat, LogLevel } from './log-options.js'

type LogSettings = {
  /** Default: standard error; standard output belongs to the ready line. */
  readonly fd?: number | undefined
  readonly format?: LogFormat | undefined
  /** The number of the worker, where several write to the same log. */
  readonly worker?: number | undefined
}

const STANDARD_ERROR = 2
const COLUMNS = 80

/**
 * Creates the log: JSON lines for programs, text for people. An `error` or `err` field is written with its stack; the
 * failure of a provider, which is expected, without it, unless at level `debug`.
 */
export function createLog(
  level: LogLevel,
  { fd = STANDARD_ERROR, format = 'auto', worker }: LogSettings = {},
): Log {
  const serialize = level === 'debug' ? stdSerializers.err : withoutExpectedStack
  const serializers = { error: serialize, err: serialize }
  const isText = format === 'text' || (format === 'auto' && isatty(fd))
  const stream = isText ? textStream(fd, level) : pino.destination({ fd, sync: true })
  const logger = pino({ level, base: worker === undefined ? null : { worker }, serializers }, stream)
  return {
    debug: (message, fields) => logger.debug(fields ?? {}, message),
    info: (message, fields) => logger.info(fields ?? {}, message),
    warn: (message, fields) => logger.warn(fields ?? {}, message),
    error: (message, fields) => logger.error(fields ?? {}, message),
  }
}

function withoutExpectedStack(error: Error): object {
  const { type, message, ...rest } = stdSerializers.err(error)
  return error instanceof DomainError && error.kind === 'upstream'
    ? { type, message }
    : { type, message, ...rest }
}

const textStream = (fd: number, level: LogLevel): DestinationStream => {
  const columns = () => (fd === STANDARD_ERROR ? (process.stderr.columns ?? COLUMNS) : COLUMNS)
  const settings = { columns, isComplete: level === 'debug' }
  return { write: (line) => writeAll(fd, `${formatLogLine(line, settings)}\n`) }
}

/** A busy terminal may accept a part of a line or nothing; a gap in the log is better than a server that stops. */
function writeAll(fd: number, text: string): void {
  const data = Buffer.from(text)
  for (let at = 0; at < data.length; ) {
    try {
      at += writeSync(fd, data, at)
    } catch {
      return
    }
  }
}
