import { DomainError } from '../errors.js'

/** Contract, Errors, 503: the configuration turns off whatever creates a batch. */
export function requireBatchesEnabled({ areBatchesEnabled }: { readonly areBatchesEnabled: boolean }): void {
  if (areBatchesEnabled) return
  throw new DomainError('unavailable', 'Batch creation is temporarily disabled')
}
