/** Whether this server is still the one that serves its records, where another may take its place at any moment. */
export type Leadership = {
  /**
   * Undefined while that is certain. Else it resolves once it is certain again, and rejects when another server has taken
   * over, or nobody could say so for some seconds.
   */
  confirm(): Promise<void> | undefined
  /** Aborts when another server has taken over. */
  readonly lost: AbortSignal
}
