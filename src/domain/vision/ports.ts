/** The user's instructions for a character created from a picture; null: none. */
export type CharacterInstructions = {
  readonly appearance: string | null
  readonly voice: string | null
  readonly persona: string | null
}

/** A character suggested by a picture. Its texts may exceed the limits of a character. */
export type SuggestedCharacter = {
  readonly name: string
  readonly tagline: string
  readonly appearance: string
  readonly voice: string
  readonly persona: string
}

type VisionOptions = {
  readonly signal?: AbortSignal | undefined
  /** The `vlm_model` of the character. */
  readonly model?: string | undefined
}

/**
 * A vision model. Pictures are JPEG, PNG or WebP as `ImageProcessor.sanitize` returns them. Throws a DomainError of
 * kind `upstream` when the provider fails, stalls or refuses.
 */
export interface Vision {
  /** Describes the picture in a few sentences, with regard to the question if there is one. */
  describe(
    picture: Uint8Array,
    options?: VisionOptions & { readonly question?: string | undefined },
  ): Promise<string>
  /** Suggests a character for the picture. */
  suggestCharacter(
    picture: Uint8Array,
    instructions: CharacterInstructions,
    options?: VisionOptions,
  ): Promise<SuggestedCharacter>
}
