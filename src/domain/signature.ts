import type { Secrets } from './random.js'

export type SignatureDeps = { readonly secrets: Pick<Secrets, 'hash'>; readonly linkKey: string }

/**
 * Signs the parts of a URL. The first part names the kind of URL, so that a signature of one kind is not valid for
 * another. The key is hashed before and after the parts, which prevents a length-extension attack.
 */
export const signParts = ({ secrets, linkKey }: SignatureDeps, parts: readonly (string | number)[]): string =>
  secrets.hash(JSON.stringify([linkKey, ...parts, linkKey]))
