export type StructuredRequest = {
  /** Letters, digits and underscores. */
  readonly name: string
  readonly instructions: string
  readonly text: string
  /** JSON Schema of the answer. */
  readonly schema: object
}

/** A language model that answers in JSON. */
export interface StructuredModel {
  /**
   * The answer, parsed; that it fits the schema is not certain. Throws a DomainError of kind `upstream` when the
   * provider fails, stalls or answers no JSON, and the signal's reason when that aborts.
   */
  answer(request: StructuredRequest, signal: AbortSignal): Promise<unknown>
}
