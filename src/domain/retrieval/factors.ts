/** What a memory's place depends on beside its text (docs/memory.md, Ranking). */
export type RankingFeatures = {
  /** Speakers and entities it is about. */
  readonly subjects: readonly string[]
  readonly entities: readonly string[]
  /** When it happened, in milliseconds since 1970. */
  readonly at: number | undefined
  /** How well it is remembered now, 0 to 1: `R` (docs/memory.md, Fading). */
  readonly retrievability: number
  /** 0 to 1. */
  readonly importance: number
  /** 0 to 1. */
  readonly confidence: number
  /** How often it was used. */
  readonly accessCount: number
  readonly layer: 'stm' | 'ltm'
}

/** What the question says beside its words. */
export type Hints = {
  readonly subjects: readonly string[]
  readonly entities: readonly string[]
  /** Milliseconds since 1970, both ends belong to it; undefined: any time. */
  readonly time: { readonly from: number; readonly to: number } | undefined
}

/** What `rel` is multiplied by, each kept so that a hit can be explained; 1 changes nothing. */
export type Factors = {
  readonly subject: number
  readonly time: number
  readonly entity: number
  /** 0.75 to 1.2: a memory's own standing must never outdo what was asked for. */
  readonly prior: number
}

const SUBJECT = 1.5
const TIME = 1.3
const ENTITY = 0.15
const MOST_ENTITIES = 2
const LOWEST_PRIOR = 0.75
const HIGHEST_PRIOR = 1.2
const LAYER = { ltm: 1, stm: 0.97 }

export const scoreOf = (rel: number, { subject, time, entity, prior }: Factors): number =>
  rel * subject * time * entity * prior

/** The factors of whatever is ranked for a question; where nothing is known of it, nothing changes. */
export function factorsFor(hints: Hints): (facts: RankingFeatures | undefined) => Factors {
  const subjects = new Set(hints.subjects.map(nameOf))
  const entities = new Set(hints.entities.map(nameOf))
  return (facts) => {
    if (facts === undefined) return { subject: 1, time: 1, entity: 1, prior: 1 }
    const shared = Math.min(MOST_ENTITIES, countShared(facts.entities, entities))
    return {
      subject: countShared(facts.subjects, subjects) > 0 ? SUBJECT : 1,
      time: isInside(facts.at, hints.time) ? TIME : 1,
      entity: 1 + ENTITY * shared,
      prior: priorOf(facts),
    }
  }
}

/** What a memory's own standing is made of, each kept so that it can be explained; 1 changes nothing. */
export type PriorFactors = {
  readonly retrievability: number
  readonly importance: number
  readonly confidence: number
  readonly use: number
  readonly layer: number
}

export const priorFactorsOf = ({
  retrievability,
  importance,
  confidence,
  accessCount,
  layer,
}: RankingFeatures): PriorFactors => ({
  retrievability: 0.85 + 0.15 * retrievability,
  importance: 0.9 + 0.2 * importance,
  confidence: 0.95 + 0.05 * confidence,
  use: 1 + 0.02 * Math.log(1 + accessCount),
  layer: LAYER[layer],
})

function priorOf(facts: RankingFeatures): number {
  const { retrievability, importance, confidence, use, layer } = priorFactorsOf(facts)
  const prior = retrievability * importance * confidence * use * layer
  return Math.min(HIGHEST_PRIOR, Math.max(LOWEST_PRIOR, prior))
}

const isInside = (at: number | undefined, time: Hints['time']): boolean =>
  at !== undefined && time !== undefined && at >= time.from && at <= time.to

function countShared(some: readonly string[], known: ReadonlySet<string>): number {
  if (some.length === 0 || known.size === 0) return 0
  return new Set(some.map(nameOf).filter((name) => known.has(name))).size
}

const nameOf = (written: string): string => written.normalize('NFKC').trim().toLowerCase()
