/** Ids of new records. Reproducible with `--seed`. */
export interface Ids {
  uuid(): string
}

/** Separate sequences of ids, by name, so that background work does not shift the ids of requests. */
export interface NamedIds {
  of(name: string): Ids
}

/** Random choices that users see, such as a stub's phrase. Reproducible with `--seed`. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number
}

/** Keys, tokens, share ids. Never seeded, so that nobody can predict them. */
export interface Secrets {
  /** `bytes` random bytes in base64url. */
  token(bytes: number): string
  /** SHA-256 of the secret in lower-case hexadecimal; the only form in which it is stored. */
  hash(secret: string): string
  /** Compares two hashes in constant time. */
  timingSafeEqual(a: string, b: string): boolean
}
