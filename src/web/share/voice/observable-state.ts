export type ObservableState<State> = {
  state(): State
  /** Calls back at every change; the call it returns ends that. */
  subscribe(listener: () => void): () => void
  update(changes: Partial<State>): void
}

/** A state that tells when it changes. */
export function createObservableState<State extends object>(first: State): ObservableState<State> {
  const listeners = new Set<() => void>()
  let state = first
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    update(changes) {
      state = { ...state, ...changes }
      for (const listener of listeners) listener()
    },
  }
}
