/** Why a data folder cannot be served: one sentence for the person who started the server. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}
