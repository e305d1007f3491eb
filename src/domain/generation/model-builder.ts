/** The input for a 3D model of a character. */
export interface ModelDescription {
  readonly appearance: string
  /** The avatar's colours as `#rrggbb`, the most frequent first; when empty, colours come from the text alone. */
  readonly palette: readonly string[]
  readonly rigged: boolean
}

/** A 3D model, byte for byte the same for the same description. In metres, feet on the ground, facing +Z. */
export interface BuiltModel {
  /** Binary glTF 2.0 with under 2,000 triangles, never rigged. */
  readonly preview: Uint8Array
  /** Binary glTF 2.0; with a humanoid skeleton when rigged. */
  readonly model: Uint8Array
  /** A shaded PNG, 512 pixels square. */
  readonly thumbnail: Uint8Array
  /** Names of the animation clips; empty when it is not rigged. */
  readonly animations: readonly string[]
}

/** Builds 3D models. Rejects with the signal's reason when it aborts. */
export interface ModelBuilder {
  build(description: ModelDescription, signal?: AbortSignal): Promise<BuiltModel>
}
