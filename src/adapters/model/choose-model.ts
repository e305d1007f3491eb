import type { OfferedModel } from './list-models.js'
import type { ProviderKind } from './provider.js'

/** What models are needed for. */
export const MODEL_ROLES = ['llm', 'tts', 'stt', 'vision', 'embeddings'] as const
export type ModelRole = (typeof MODEL_ROLES)[number]

/** Names by which models that do not talk are known; nothing else tells them apart in most lists. */
const NAMES = {
  embeddings: /embed|bge-|minilm|(?:^|[/:-])e5-|gte-/i,
  tts: /tts|kokoro|piper/i,
  stt: /whisper|transcribe|(?:^|-)asr/i,
  other:
    /dall-e|image|imagen|moderation|realtime|audio|-live|sora|veo|davinci|babbage|instruct$|aqa|robotics|deep-research|computer-use|search/i,
  vision: /vision|llava|[-\d]vl\b|gemma3|moondream|minicpm-v|pixtral|bakllava/i,
} as const

/** Nobody who names no model has asked for a large bill. */
const SMALL: Readonly<Record<ProviderKind, RegExp | undefined>> = {
  openai: /mini/i,
  anthropic: /haiku/i,
  google: /flash/i,
  ollama: undefined,
  'openai-compatible': undefined,
}
const UNFINISHED = /preview|exp|beta/i

/** The models of a list that can do it, the best choice first. */
export function modelsFor(
  role: ModelRole,
  { kind, models }: { readonly kind: ProviderKind; readonly models: readonly OfferedModel[] },
): readonly OfferedModel[] {
  const small = SMALL[kind]
  const demerits = ({ id }: OfferedModel) =>
    (small === undefined || small.test(id) ? 0 : 2) + (UNFINISHED.test(id) ? 1 : 0)
  return models
    .filter((model) => canDo(role, kind, model))
    .sort((a, b) => demerits(a) - demerits(b) || b.createdAt - a.createdAt)
}

function canDo(role: ModelRole, kind: ProviderKind, { id, abilities }: OfferedModel): boolean {
  switch (role) {
    case 'tts':
    case 'stt':
      return NAMES[role].test(id)
    case 'embeddings':
      return abilities?.includes('embedding') ?? NAMES.embeddings.test(id)
    case 'vision':
      if (abilities !== undefined) return abilities.includes('vision') && talks(id)
      return talks(id) && (kind !== 'ollama' || NAMES.vision.test(id))
    case 'llm':
      return (abilities === undefined || abilities.includes('completion')) && talks(id)
  }
}

const talks = (id: string): boolean =>
  ![NAMES.embeddings, NAMES.tts, NAMES.stt, NAMES.other].some((name) => name.test(id))

/** Whether a list has a model of this name; Ollama's `llama3.2` is `llama3.2:latest`. */
export const hasModel = (models: readonly OfferedModel[], wanted: string): boolean =>
  models.some(({ id }) => id === wanted.replace(/:latest$/, '') || id === wanted.replace(/^models\//, ''))
