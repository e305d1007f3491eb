/** A kind of bytes that come from outside, and what reads them. */
export type Format = {
  readonly name: string
  /** Files that are right; inputs are made of them. */
  readonly seeds: readonly Buffer[]
  /** Reads the bytes, and returns what is wrong with what it made of them; throws what it refuses. */
  read(bytes: Buffer): Promise<readonly string[]>
  close?(): Promise<void>
}

/** Opens formats that keep what they need in that folder. */
export type OpenFormats = (folder: string) => Promise<readonly Format[]>
