import { type SignatureDeps, signParts } from '../signature.js'

type Signed = { readonly id: string; readonly expires: number }

export const signDownloadLink = (deps: SignatureDeps, { id, expires }: Signed): string =>
  signParts(deps, ['document', id, expires])
