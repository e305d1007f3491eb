import type { Log } from '../../domain/log.js'

export type ProviderFailure = {
  /** The log message, such as `A language model failed`. */
  readonly what: string
  readonly provider: string
  readonly address: string | undefined
  readonly count: number
  /** Of the last failure: the reason, and the provider's status and code. */
  readonly facts: readonly string[]
}

export type ProviderFailures = {
  /** Returns a log that also counts failures of providers, independent of the log level. */
  wrapLog(log: Log): Log
  list(): readonly ProviderFailure[]
}

/** Counts the warnings that adapters log when a provider fails: those with the fields `provider` and `reason`. */
export function createProviderFailures(): ProviderFailures {
  const failures = new Map<string, ProviderFailure>()
  const count = (what: string, fields: Readonly<Record<string, unknown>>) => {
    const { provider, address, reason, status, code } = fields
    if (typeof provider !== 'string' || typeof reason !== 'string') return
    const knownAddress = typeof address === 'string' ? address : undefined
    const key = JSON.stringify([what, provider, knownAddress])
    const facts = [
      reason,
      ...(typeof status === 'number' ? [`HTTP ${status}`] : []),
      ...(typeof code === 'string' ? [code] : []),
    ]
    const total = (failures.get(key)?.count ?? 0) + 1
    failures.set(key, { what, provider, address: knownAddress, count: total, facts })
  }
  return {
    wrapLog: (log) => ({
      ...log,
      warn: (message, fields = {}) => {
        count(message, { ...fields })
        log.warn(message, fields)
      },
    }),
    list: () => [...failures.values()],
  }
}
