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
   * The parsed answer, not validated against the schema. Throws a DomainError of kind `upstream` when the provider
   * fails, stalls or does not answer with JSON, and the signal's reason when it aborts.
   */
  answer(request: StructuredRequest, signal: AbortSignal): Promise<unknown>
}
