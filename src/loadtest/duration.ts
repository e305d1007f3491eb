const PART = /(?<![\d.])(\d+(?:\.\d+)?)(ms|s|m|h)/g
const WHOLE = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/
const MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Milliseconds of `250ms`, `10s`, `1h30m`; undefined when the text is no such thing. */
export function readDuration(text: string): number | undefined {
  if (!WHOLE.test(text)) return undefined
  return [...text.matchAll(PART)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (MS[unit ?? ''] ?? 0),
    0,
  )
}
