/**
 * The one of `offered` that an `Accept` or `Accept-Encoding` header likes best, the first of equals (RFC 9110, 12.4.2).
 * Undefined when it takes none of them.
 */
export function preferred<const Offer extends string>(
  header: string,
  offered: readonly Offer[],
): Offer | undefined {
  const wishes = header.toLowerCase().split(',').map(wishOf)
  let best: { readonly offer: Offer; readonly weight: number } | undefined
  for (const offer of offered) {
    const weight = weightOf(offer, wishes)
    if (weight > (best?.weight ?? 0)) best = { offer, weight }
  }
  return best?.offer
}

type Wish = { readonly range: string; readonly weight: number }

function wishOf(text: string): Wish {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return { range, weight: /^[01](\.\d{0,3})?$/.test(weight) ? Number(weight) : 0 }
}

/** The most exact wish counts: `text/plain` before `text/*` before anything. */
function weightOf(offer: string, wishes: readonly Wish[]): number {
  const ranges = [offer, offer.replace(/\/.*/s, '/*'), '*/*', '*']
  const wish = ranges.map((range) => wishes.find((one) => one.range === range)).find(Boolean)
  return wish?.weight ?? 0
}
