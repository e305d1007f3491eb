import { DomainError } from '../errors.js'

/** The configuration turns off whatever creates a batch: 503 (docs/rest.md, Errors). */
export function requireBatchesEnabled({ areBatchesEnabled }: { readonly areBatchesEnabled: boolean }): void {
  if (areBatchesEnabled) return
  throw new DomainError('unavailable', 'Batch creation is temporarily disabled')
}
