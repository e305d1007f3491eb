import type { TurnSummary, TurnTrace } from '../../contract/turn-traces.js'
import type { CharacterRecord } from '../characters/record.js'
import { DomainError, messageFor } from '../errors.js'
import { estimateTokens } from '../estimate-tokens.js'
import type { ModelIdentity, ModelReport } from './ports.js'
import type { Prompt, PromptSectionName } from './prompt.js'
import type { SpokenInput } from './turn-clock.js'

/** Traces are for staff, who are told which provider failed. An error that nobody expected may hold anything; it is in the log. */
export const explainFailure = (error: unknown): string =>
  error instanceof DomainError ? messageFor(error, { isGuest: false }) : 'Internal error'

/** The sections of the system prompt, with what each was made from. */
export const explainSections = (prompt: Prompt): TurnTrace['sections'] =>
  prompt.sections.map(({ name, text }) => ({
    name,
    tokens: estimateTokens(text),
    from: sourcesOf(name, prompt),
    text,
  }))

function sourcesOf(name: PromptSectionName, { request, memoryBlock }: Prompt): string[] {
  switch (name) {
    case 'persona':
      return personaFields(request.character)
    case 'knowledge':
      return [...request.knowledge.documents]
    case 'memory':
      return [...new Set(memoryBlock.given.map(({ kind }) => RECALLED[kind]))]
    case 'scene':
      return ['encounter']
  }
}

const RECALLED = { fact: 'core facts', memory: 'memories', turn: 'earlier messages' } as const

/** The fields of the character that its persona is written from (`systemPrompt`). */
function personaFields(character: CharacterRecord): string[] {
  if (isGiven(character.system_prompt)) return ['system_prompt']
  const texts = (['tagline', 'personality', 'background'] as const).filter((field) =>
    isGiven(character[field]),
  )
  return ['name', ...texts, 'llm_verbosity', 'verbose', ...(character.actions.length > 0 ? ['actions'] : [])]
}

const isGiven = (text: string | null): boolean => text !== null && text.trim() !== ''

/** The actions that the model may call, with an estimate of what their declarations take. */
export const offeredActions = ({ request }: Prompt): TurnTrace['actions'] =>
  request.actions.map((action) => ({
    name: action.name,
    description: action.description ?? null,
    parameters: (action.parameters ?? []).map(({ name }) => name),
    tokens: estimateTokens(JSON.stringify(action)),
  }))

/** What the prompt holds of memory, line by line, and why it is there. */
export const explainMemories = ({ memoryBlock: { block, given }, request }: Prompt): TurnTrace['memories'] =>
  given.map(({ kind, id, source, start, end }) => {
    const text = block.slice(start, end)
    const { scores, reasons } = request.memories
    const [score, why] = kind === 'fact' ? [] : [scores?.get(id), reasons?.get(id)]
    return {
      ...{ kind, id, text, tokens: estimateTokens(text) },
      ...(score !== undefined && { score }),
      ...(why !== undefined && { why: { ...why, factors: { ...why.factors } } }),
      ...(source !== undefined && { sourceMemoryId: source }),
    }
  })

/** Tokens as the provider counted them, of all requests of the turn. */
export function usageOf(reports: readonly ModelReport[]): TurnSummary['usage'] {
  const counted = reports.flatMap((report) =>
    report.type === 'finished' && report.usage !== undefined ? [report.usage] : [],
  )
  if (counted.length === 0) return null
  return {
    input: counted.reduce((sum, { input }) => sum + input, 0),
    output: counted.reduce((sum, { output }) => sum + output, 0),
  }
}

type Asked = {
  readonly model: ModelIdentity | undefined
  readonly prompt: Prompt | undefined
  readonly reports: readonly ModelReport[]
}

/** By the price of the model; by the estimated tokens if the provider counted none. */
export function costOf(
  { model, prompt, reports }: Asked,
  tokens: TurnSummary['tokens'],
): TurnSummary['cost'] {
  const price = model?.price
  if (price === undefined || prompt === undefined) return null
  const usage = usageOf(reports)
  const { input, output } = usage ?? { input: tokens.request, output: tokens.reply }
  const amount = (input * price.input + output * price.output) / 1e6
  return { amount, currency: price.currency, isEstimated: usage === null }
}

/** How a turn that was spoken ended; null: it was not spoken. */
export const explainSpeech = (spoken: SpokenInput | undefined): TurnTrace['spoken'] =>
  spoken === undefined
    ? null
    : { endpointWaitMs: spoken.endpointWaitMs, isEager: spoken.isEager, endedBy: spoken.endedBy }

/** The passages of documents in the prompt, each with its pages. */
export const explainPassages = ({ request }: Prompt): TurnTrace['passages'] =>
  request.knowledge.excerpts.map(({ documentId, document, passage }) => ({
    ...{ documentId, document, firstPage: passage.firstPage, lastPage: passage.lastPage },
    tokens: estimateTokens(passage.text),
  }))

/** The wait that a busy provider asked for, if this reports one. */
export const waitOf = (report: ModelReport): TurnSummary['retries'] =>
  report.type === 'waited' ? [{ reason: 'rate_limited', waitedMs: report.ms }] : []
