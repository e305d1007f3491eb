import { loadAnthropic } from './anthropic.js'
import { loadGoogle } from './google.js'
import { loadOpenAiCompatible } from './openai-compatible.js'
import type { ModelProvider } from './provider.js'
import type { LoadModel } from './sdk-model.js'
import type { Transport } from './transport.js'

/** How the models of a provider are loaded. */
export function loaderFor(deps: { readonly transport: Transport }, provider: ModelProvider): LoadModel {
  switch (provider.kind) {
    case 'openai-compatible':
      return loadOpenAiCompatible(deps, provider)
    case 'anthropic':
      return loadAnthropic(deps, provider)
    case 'google':
      return loadGoogle(deps, provider)
  }
}
