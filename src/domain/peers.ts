export type PeerAnswers = {
  /** Of those who had one, in time. */
  readonly answers: readonly string[]
  /** How many were not heard of in time. */
  readonly silent: number
}

/** The other processes that serve the same records: each has something in memory that only it can tell. */
export interface Peers {
  /**
   * Asks all of them; `enough`: one answer ends the waiting, because no other one would say more. Rejects with a DomainError when
   * nobody can be reached.
   */
  ask(question: string, enough: 'all' | 'first'): Promise<PeerAnswers>
  /** How this process answers the others, once it knows all that was stored before they asked. */
  answerWith(answer: (question: string) => string | undefined): void
}
