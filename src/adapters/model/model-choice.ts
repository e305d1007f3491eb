import type { Timers } from '../../domain/clock.js'
import { type ModelRole, modelsFor } from './choose-model.js'
import { type ModelFailure, upstreamError } from './failure.js'
import { listModels } from './list-models.js'
import type { ModelProvider } from './provider.js'
import type { Transport } from './transport.js'

/** Which model of a provider answers when nobody names one. */
export interface ModelChoice {
  /** Undefined: the provider has not been asked yet. */
  chosen(): string | undefined
  /** Rejects with a DomainError when the provider cannot be asked, or has none; it is asked again next time then. */
  choose(): Promise<string>
}

type ChoiceDeps = { readonly transport: Transport; readonly timers: Pick<Timers, 'after'> }

export function createModelChoice(deps: ChoiceDeps, provider: ModelProvider, role: ModelRole): ModelChoice {
  let chosen = provider.model
  const ask = async (): Promise<string> => {
    const list = await listModels(deps, provider)
    if ('failure' in list) throw upstreamError(list.failure, provider)
    const [best] = modelsFor(role, { kind: provider.kind, models: list.models ?? [] })
    if (best === undefined) throw upstreamError(NO_MODEL, provider)
    chosen = best.id
    return best.id
  }
  return { chosen: () => chosen, choose: async () => chosen ?? ask() }
}

const NO_MODEL: ModelFailure = { reason: 'no_model' }
