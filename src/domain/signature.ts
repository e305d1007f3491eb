import type { Secrets } from './random.js'

export type SignatureDeps = { readonly secrets: Pick<Secrets, 'hash'>; readonly linkKey: string }

/**
 * Signs what an address names; the first part says what kind of address, so that none passes for another. The key
 * stands on both sides, so that nobody can go on from a signature to a longer text.
 */
export const signParts = ({ secrets, linkKey }: SignatureDeps, parts: readonly (string | number)[]): string =>
  secrets.hash(JSON.stringify([linkKey, ...parts, linkKey]))
