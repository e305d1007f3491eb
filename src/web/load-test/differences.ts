import { type Compared, trustOf } from './comparison.js'

type Difference = { readonly at: string; readonly text: string }

/** What differs in a scenario that was changed: the place in the file, and what stands there in each; and the limits. */
export function differencesOf(data: Compared): Difference[] {
  const { base } = data
  if (base === undefined) return []
  const played = trustOf(data) === 'nothing' ? (base.differences ?? []) : []
  return [...played.map(({ at, base: before, now }) => difference(at, before, now)), ...differentLimits(data)]
}

/** Runs with other limits may end differently though they are alike. */
function differentLimits({ thresholds, baseRun }: Compared): Difference[] {
  if (baseRun?.thresholds === undefined) return []
  const [before, now] = [baseRun.thresholds, thresholds].map((all) => all.map(({ threshold }) => threshold))
  const only = (own: readonly string[] = [], other: readonly string[] = []) =>
    own.filter((one) => !other.includes(one)).join(', ') || undefined
  const [dropped, added] = [only(before, now), only(now, before)]
  return dropped === undefined && added === undefined ? [] : [difference('limits', dropped, added)]
}

const difference = (at: string, before: string | undefined, now: string | undefined): Difference => ({
  at,
  text: `${before ?? 'nothing'} in the base, ${now ?? 'nothing'} in this run`,
})
