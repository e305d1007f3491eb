import { type SignDeps, sign } from '../signature.js'

type Signed = { readonly id: string; readonly expires: number }

export const signDownloadLink = (deps: SignDeps, { id, expires }: Signed): string =>
  sign(deps, ['document', id, expires])
