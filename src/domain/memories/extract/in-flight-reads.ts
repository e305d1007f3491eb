/** A range of messages in a conversation, by first and last id, both included. */
export type MessageRange = { readonly first: number; readonly last: number }

/** A range that was being read when an earlier process ended. */
export type UnfinishedRead = MessageRange & {
  /** How many processes in a row ended while reading it. */
  readonly times: number
}

/** Records outside the process which messages are being read, so that after a crash the next one knows what may have caused it. */
export interface InFlightReads {
  /** What an earlier process left unfinished in this conversation, until it is cleared. */
  unfinished(conversationId: string): Promise<UnfinishedRead | undefined>
  /** Records the range, runs the work, and removes the record whether the work succeeds or fails. */
  track<T>(conversationId: string, range: MessageRange, work: () => Promise<T>): Promise<T>
  /** Removes the unfinished read once its messages were read or skipped. */
  clear(conversationId: string): Promise<void>
}
