/** What a character asked for with a picture should be like, in the words of whoever asks; null: as usual. */
export type CharacterInstructions = {
  readonly appearance: string | null
  readonly voice: string | null
  readonly persona: string | null
}

/** A character that a picture suggests. Its texts may be longer than a character takes. */
export type SuggestedCharacter = {
  readonly name: string
  readonly tagline: string
  readonly appearance: string
  readonly voice: string
  readonly persona: string
}

type VisionOptions = {
  readonly signal?: AbortSignal | undefined
  /** The `vlm_model` of the character that looks. */
  readonly model?: string | undefined
}

/**
 * Looks at pictures: JPEG, PNG or WebP, whole and upright, as `ImageProcessor.sanitize` leaves them. Throws a DomainError of kind
 * `upstream` when the provider fails, stalls or refuses.
 */
export interface Vision {
  /** What the picture shows, in a few sentences; with a question, with that in mind. */
  describe(
    picture: Uint8Array,
    options?: VisionOptions & { readonly question?: string | undefined },
  ): Promise<string>
  /** The character that the picture suggests. */
  suggestCharacter(
    picture: Uint8Array,
    instructions: CharacterInstructions,
    options?: VisionOptions,
  ): Promise<SuggestedCharacter>
}
