// Without imports, so that commands can list the choices in their help without loading the logger.

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** `auto` writes text at a terminal and JSON elsewhere. */
export const LOG_FORMATS = ['auto', 'text', 'json'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]
