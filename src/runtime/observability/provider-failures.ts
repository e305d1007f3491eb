import type { Log } from '../../domain/log.js'

/** A provider that failed, and how often. */
export type ProviderFailure = {
  /** What the log says of it, such as `A language model failed`. */
  readonly what: string
  readonly provider: string
  readonly address: string | undefined
  readonly count: number
  /** Of the last time: why, and the provider's status and code. */
  readonly facts: readonly string[]
}

export type ProviderFailures = {
  /** The same log, of which failures of providers are counted, whatever its level. */
  wrapLog(log: Log): Log
  list(): readonly ProviderFailure[]
}

/** Counts what adapters log when a provider fails them: a warning that names `provider` and `reason`. */
export function createProviderFailures(): ProviderFailures {
  const failures = new Map<string, ProviderFailure>()
  const note = (what: string, fields: Readonly<Record<string, unknown>>) => {
    const { provider, address, reason, status, code } = fields
    if (typeof provider !== 'string' || typeof reason !== 'string') return
    const at = typeof address === 'string' ? address : undefined
    const key = JSON.stringify([what, provider, at])
    const facts = [
      reason,
      ...(typeof status === 'number' ? [`HTTP ${status}`] : []),
      ...(typeof code === 'string' ? [code] : []),
    ]
    const count = (failures.get(key)?.count ?? 0) + 1
    failures.set(key, { what, provider, address: at, count, facts })
  }
  return {
    wrapLog: (log) => ({
      ...log,
      warn: (message, fields = {}) => {
        note(message, { ...fields })
        log.warn(message, fields)
      },
    }),
    list: () => [...failures.values()],
  }
}
