export type Store<State> = {
  state(): State
  /** Calls back at every change; the call it returns ends that. */
  subscribe(listener: () => void): () => void
  change(changes: Partial<State>): void
}

/** A state that tells when it changes. */
export function createStore<State extends object>(first: State): Store<State> {
  const listeners = new Set<() => void>()
  let state = first
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    change(changes) {
      state = { ...state, ...changes }
      for (const listener of listeners) listener()
    },
  }
}
