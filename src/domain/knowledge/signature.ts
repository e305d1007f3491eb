import type { Secrets } from '../chance.js'

type Signed = { readonly id: string; readonly expires: number }
type SignDeps = { readonly secrets: Pick<Secrets, 'hash'>; readonly linkKey: string }

/** The key stands on both sides of what is signed, so that nobody can go on from a signature to a longer text. */
export const signLink = ({ secrets, linkKey }: SignDeps, { id, expires }: Signed): string =>
  secrets.hash(`${linkKey}\n${id}\n${expires}\n${linkKey}`)
