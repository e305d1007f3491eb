/**
 * The one of `offered` that an `Accept` or `Accept-Encoding` header likes best, the first of equals (RFC 9110, 12.4.2).
 * Undefined when it takes none of them.
 */
export function selectPreferred<const Offer extends string>(
  header: string,
  offered: readonly Offer[],
): Offer | undefined {
  const wishes = header.toLowerCase().split(',').map(parseAcceptedRange)
  let best: { readonly offer: Offer; readonly weight: number } | undefined
  for (const offer of offered) {
    const weight = qualityOf(offer, wishes)
    if (weight > (best?.weight ?? 0)) best = { offer, weight }
  }
  return best?.offer
}

type AcceptedRange = { readonly range: string; readonly weight: number }

function parseAcceptedRange(text: string): AcceptedRange {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return { range, weight: /^[01](\.\d{0,3})?$/.test(weight) ? Number(weight) : 0 }
}

/** The most exact wish counts: `text/plain` before `text/*` before anything. */
function qualityOf(offer: string, wishes: readonly AcceptedRange[]): number {
  const ranges = [offer, offer.replace(/\/.*/s, '/*'), '*/*', '*']
  const wish = ranges.map((range) => wishes.find((one) => one.range === range)).find(Boolean)
  return wish?.weight ?? 0
}
