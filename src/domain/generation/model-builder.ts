/** What the body of a character is built from. */
export interface ModelDescription {
  readonly appearance: string
  /** The avatar's colours as `#rrggbb`, the most frequent first; empty: the text alone decides. */
  readonly palette: readonly string[]
  readonly rigged: boolean
}

/** A built character, the same for the same wish, byte by byte. Metres, feet on the ground, facing +Z. */
export interface BuiltModel {
  /** Binary glTF 2.0 with under 2,000 triangles, never rigged. */
  readonly preview: Uint8Array
  /** Binary glTF 2.0; with a humanoid skeleton when rigged. */
  readonly model: Uint8Array
  /** A shaded PNG, 512 pixels square. */
  readonly thumbnail: Uint8Array
  /** The names of the model's clips: none when it is not rigged. */
  readonly animations: readonly string[]
}

/** Builds bodies. Rejects with the signal's reason when that aborts first. */
export interface ModelBuilder {
  build(wish: ModelDescription, signal?: AbortSignal): Promise<BuiltModel>
}
