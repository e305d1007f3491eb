export type ObservableState<State> = {
  state(): State
  /** Calls the listener after every change; returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** Replaces the state. */
  set(next: State): void
  /** Changes some properties. */
  update(changes: Partial<State>): void
}

export function createObservableState<State extends object>(first: State): ObservableState<State> {
  const listeners = new Set<() => void>()
  let state = first
  const set = (next: State) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set,
    update: (changes) => set({ ...state, ...changes }),
  }
}
