import type { ProviderStatus } from '../../contract/providers.js'
import { printableLine } from '../output/printable.js'
import { wrapText } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { PROVIDER_LABELS } from './provider-labels.js'

/** `ollama: llama3.2 of 3, answered in 12 ms`, or why it did not. */
export function providerSentence(provider: ProviderStatus): string {
  const { name, kind, status, model, isModelChosen, models, ms, problem } = provider
  if (status === 'built_in') return kind === 'stub' ? 'stub, not a real provider' : name
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
  const paint = { ok: colour.green, failed: colour.red, built_in: colour.dim }[status]
  const sentence = `${PROVIDER_LABELS.get(role) ?? role}: ${providerSentence(provider)}`
  const [first = '', ...rest] = wrapText(sentence, width)
  const hints = hint === null ? [] : wrapText(`-> ${printableLine(hint)}`, width - INDENT.length)
  return [paint(first), ...rest.map((line) => paint(line)), ...hints.map((line) => INDENT + line)]
}

/** Providers with the models that they have for a role, the best choice first. */
export function renderModels(terminal: Terminal, providers: readonly ProviderStatus[]): string {
  return providers
    .map((provider) => {
      const models = (provider.models ?? []).map((model) => {
        const mark = model === provider.model ? '* ' : '  '
        return `  ${mark}${printableLine(model)}`
      })
      return [...renderProvider(terminal, provider), ...models].join('\n')
    })
    .join('\n')
}
