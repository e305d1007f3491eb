import { isObject } from '../../contract/is-object.js'

/** A place of two scenarios at which they are not the same; undefined where one has nothing there. */
export type ScenarioDifference = {
  /** As in the file: `load.players`, `steps[2].text`. */
  readonly at: string
  readonly base?: string
  readonly now?: string
}

/** What a person reads; more are counted by nobody. */
const MOST = 20
const LONGEST = 120
/** Deeper than any scenario: a file of somebody else may be. */
const DEEPEST = 12

/** A place, with what stands there in each. */
type Pair = { readonly at: string; readonly base: unknown; readonly now: unknown }

/** Where two scenarios differ, as far as a person would read; empty if they are the same. */
export function scenarioDifferences(base: unknown, now: unknown): ScenarioDifference[] {
  const found: ScenarioDifference[] = []
  const compare = (pair: Pair, depth: number) => {
    if (found.length >= MOST || JSON.stringify(pair.base) === JSON.stringify(pair.now)) return
    const within = depth < DEEPEST ? pairsIn(pair) : null
    if (within === null) found.push({ at: pair.at, ...shown('base', pair.base), ...shown('now', pair.now) })
    else for (const one of within) compare(one, depth + 1)
  }
  compare({ at: '', base, now }, 0)
  return found
}

/** What is in both, by its path; null if they are not of the same kind. */
function pairsIn({ at, base, now }: Pair): Pair[] | null {
  if (Array.isArray(base) && Array.isArray(now)) {
    return Array.from({ length: Math.max(base.length, now.length) }, (_, index) => ({
      ...{ at: `${at}[${index}]`, base: base[index], now: now[index] },
    }))
  }
  if (!isObject(base) || !isObject(now)) return null
  const keys = [...new Set([...Object.keys(base), ...Object.keys(now)])]
  return keys.map((key) => ({ at: at === '' ? key : `${at}.${key}`, base: base[key], now: now[key] }))
}

function shown(key: 'base' | 'now', value: unknown): Pick<ScenarioDifference, 'base' | 'now'> {
  if (value === undefined) return {}
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return { [key]: text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text }
}
