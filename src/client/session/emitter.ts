export type Unsubscribe = () => void

export type Emitter<Events> = {
  /** Calls `listener` for each event of this name until the returned function is called. */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): Unsubscribe
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void
  hasListener(name: keyof Events): boolean
}

/** A typed event emitter for Node.js and browsers. Events without a listener are dropped, including `error`. */
export function createEmitter<Events>(): Emitter<Events> {
  const listeners = new Map<keyof Events, Set<(event: never) => void>>()
  return {
    on(name, listener) {
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all.add(listener))
      return () => all.delete(listener)
    },
    emit(name, event) {
      // Only `on` adds to the set of a name, so its listeners accept that name's event.
      for (const listener of [...(listeners.get(name) ?? [])]) (listener as (event: unknown) => void)(event)
    },
    hasListener: (name) => (listeners.get(name)?.size ?? 0) > 0,
  }
}
