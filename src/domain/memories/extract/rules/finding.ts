import type { MemoryType } from '../../../../contract/memories.js'
import type { MemoryEntity, MemoryRelation } from '../../changes/memory-plan.js'

/** A fact found in one clause, without its position and source. */
export type Finding = {
  readonly type: MemoryType
  /** `player`, `character`, or a name. */
  readonly subject: string
  readonly attribute: string
  readonly value: string
  readonly cardinality: 'one' | 'many'
  readonly content: string
  readonly entities: readonly MemoryEntity[]
  readonly relations: readonly MemoryRelation[]
  readonly eventDate?: string
  /** The memory gets no slot, so it never supersedes another. */
  readonly hasNoSlot?: boolean
}

type FindingScores = { readonly importance: number; readonly confidence: number }

const DEFAULT_SCORES: FindingScores = { importance: 0.5, confidence: 0.8 }

const BY_ATTRIBUTE: Readonly<Record<string, FindingScores>> = {
  name: { importance: 0.95, confidence: 0.95 },
  surname: { importance: 0.9, confidence: 0.95 },
  allergy: { importance: 0.95, confidence: 0.95 },
  health: { importance: 0.9, confidence: 0.9 },
  home: { importance: 0.8, confidence: 0.9 },
  job: { importance: 0.75, confidence: 0.9 },
  employer: { importance: 0.75, confidence: 0.9 },
  birthday: { importance: 0.8, confidence: 0.9 },
  age: { importance: 0.7, confidence: 0.9 },
  diet: { importance: 0.8, confidence: 0.9 },
  plan: { importance: 0.6, confidence: 0.8 },
}

const BY_TYPE: Partial<Record<MemoryType, FindingScores>> = {
  relationship: { importance: 0.8, confidence: 0.9 },
  correction: { importance: 0.7, confidence: 0.85 },
  emotional_state: { importance: 0.4, confidence: 0.75 },
  character_self: { importance: 0.6, confidence: 0.8 },
  spatial_change: { importance: 0.4, confidence: 0.85 },
}

/** Facts about other people are a little less important than those about the player. */
export function scoresOfFinding({ type, attribute, subject }: Finding): FindingScores {
  const { importance, confidence } = BY_ATTRIBUTE[attribute] ?? BY_TYPE[type] ?? DEFAULT_SCORES
  const isOfOthers = subject !== 'player' && subject !== 'character'
  return { importance: isOfOthers ? Math.round(importance * 80) / 100 : importance, confidence }
}
