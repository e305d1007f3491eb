/** Names of new records. Reproducible under `--seed`. */
export interface Ids {
  uuid(): string
}

/** As `Ids`, each sequence by its name: what is made in the background takes no id that somebody else would have got. */
export interface NamedIds {
  of(name: string): Ids
}

/** Chance that a user can see, such as the choice of a stub's phrase. Reproducible under `--seed`. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
}

/** Keys, tokens, share ids. Never reproducible: no seed ever reaches it. */
export interface Secrets {
  /** `bytes` random bytes in base64url. */
  token(bytes: number): string
  /** SHA-256 of the secret in lower-case hexadecimal: what is stored of it. */
  hash(secret: string): string
  /** Compares two hashes in a time that does not depend on where they differ. */
  timingSafeEqual(a: string, b: string): boolean
}
