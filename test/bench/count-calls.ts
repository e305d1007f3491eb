/** How often each method of each port was called, by `port.method`. */
export type Calls = Readonly<Record<string, number>>

/** Counts the calls of the ports that it wraps, while it is asked to. Calls of one port by another are not seen. */
export function countCalls() {
  let counts: Record<string, number> | undefined
  const countedPort = <Port extends object>(name: string, port: Port): Port =>
    new Proxy(port, {
      get(target, method, receiver) {
        const value: unknown = Reflect.get(target, method, receiver)
        if (typeof value !== 'function' || typeof method === 'symbol') return value
        return (...words: unknown[]) => {
          const key = `${name}.${method}`
          if (counts !== undefined) counts[key] = (counts[key] ?? 0) + 1
          return Reflect.apply(value, target, words) as unknown
        }
      },
    })
  return {
    /** The same ports, counted. */
    counted: <Ports extends object>(ports: Ports): Ports =>
      Object.fromEntries(
        Object.entries(ports).map(([name, port]: [string, unknown]) => [
          name,
          typeof port === 'object' && port !== null ? countedPort(name, port) : port,
        ]),
      ) as Ports,
    start: (): void => {
      counts = {}
    },
    stop: (): Calls => {
      const seen = counts ?? {}
      counts = undefined
      return seen
    },
  }
}
