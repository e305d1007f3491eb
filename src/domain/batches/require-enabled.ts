import { domainError } from '../errors.js'

/** The configuration turns off whatever creates a batch: 503 (docs/rest.md, Errors). */
export function requireBatchesEnabled({ areBatchesEnabled }: { readonly areBatchesEnabled: boolean }): void {
  if (areBatchesEnabled) return
  throw domainError('batchesDisabled')
}
