import type { ProviderStatus } from '../../contract/providers.js'
import { printableLine } from '../output/printable.js'
import { wrapText } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { PROVIDER_LABELS } from './provider-labels.js'

/** `ollama: llama3.2 of 3, answered in 12 ms`, or why it did not. */
export function providerSentence(provider: ProviderStatus): string {
  const { name, kind, status, model, isModelChosen, models, ms, problem } = provider
  if (status === 'built_in') return kind === 'stub' ? 'stub, not a real provider' : name
  if (status === 'unchecked') {
    const what = model === null ? name : `${name}: ${model}`
    return printableLine(`${what} (${provider.address}): ${problem}`)
  }
  if (problem !== null) return printableLine(`${name}${at(provider)}: ${problem}`)
  const count = models === null || !isModelChosen ? '' : ` of ${models.length}`
  return printableLine(`${name}: ${model ?? 'no model'}${count}, answered in ${ms} ms`)
}

const at = ({ address }: ProviderStatus): string => (address === null ? '' : ` (${address})`)

const INDENT = '    '

/** One line for each provider that is not built in; of one that fails also what to do, below it. */
export function renderProviders(terminal: Terminal, providers: readonly ProviderStatus[]): string {
  return providers.map((provider) => renderProvider(terminal, provider).join('\n')).join('\n')
}

function renderProvider({ colour, width }: Terminal, provider: ProviderStatus): string[] {
  const { role, status, hint } = provider
  const paint = { ok: colour.green, failed: colour.red, unchecked: colour.yellow, built_in: colour.dim }[
    status
  ]
  const sentence = `${PROVIDER_LABELS.get(role) ?? role}: ${providerSentence(provider)}`
  const [first = '', ...rest] = wrapText(sentence, width)
  const hints = hint === null ? [] : wrapText(`-> ${printableLine(hint)}`, width - INDENT.length)
  return [paint(first), ...rest.map((line) => paint(line)), ...hints.map((line) => INDENT + line)]
}

/** Providers with the models that they have for a role, the best choice first. */
export const renderModels = (terminal: Terminal, providers: readonly ProviderStatus[]): string =>
  providers
    .map((provider) =>
      [...renderProvider(terminal, provider), ...modelLines(provider, provider.models ?? [])].join('\n'),
    )
    .join('\n')

/** Providers with all of their models, by what these can do. */
export const renderOffers = (terminal: Terminal, providers: readonly ProviderStatus[]): string =>
  providers
    .map((provider) => {
      const [talk, ...others] = provider.offers ?? []
      // Most lists do not say which models see: those that talk may.
      const groups = others.filter(({ models }) => models.join() !== talk?.models.join())
      const lines = [talk ?? [], groups]
        .flat()
        .flatMap(({ role, models }) => [
          ...(role === provider.role ? [] : [`  ${OFFERS[role]}`]),
          ...modelLines(provider, models),
        ])
      return [...renderProvider(terminal, provider), ...lines].join('\n')
    })
    .join('\n')

const OFFERS: Readonly<Record<NonNullable<ProviderStatus['offers']>[number]['role'], string>> = {
  llm: 'language models',
  tts: 'voices',
  stt: 'recognisers of speech',
  vision: 'see pictures',
  embeddings: 'embeddings',
  other: 'others',
}

const modelLines = ({ model: chosen }: ProviderStatus, models: readonly string[]): string[] =>
  models.map((model) => `  ${model === chosen ? '* ' : '  '}${printableLine(model)}`)
