/** Messages of a conversation, by the ids of the first and the last of them. */
export type MessageRange = { readonly first: number; readonly last: number }

/** A reading that a process left unfinished when it ended. */
export type UnfinishedRead = MessageRange & {
  /** How many processes in a row ended during it. */
  readonly times: number
}

/**
 * Notes, outside of the process, which messages it is reading, so that the next process knows which ones may have ended
 * this one.
 */
export interface InFlightReads {
  /** The reading of this conversation that an earlier process left unfinished, until it is settled. */
  unfinished(conversationId: string): UnfinishedRead | undefined
  /** Notes the reading before the work begins, and takes the note away when the work is over, however it ends. */
  track<T>(conversationId: string, range: MessageRange, work: () => Promise<T>): Promise<T>
  /** Forgets the unfinished reading: its messages were read or skipped. */
  clear(conversationId: string): Promise<void>
}
