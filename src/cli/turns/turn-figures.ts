import type { TurnTrace } from '../../contract/turn-traces.js'

const CENT_DIGITS = 2
const MAX_DIGITS = 6
const SMALLEST = 10 ** -MAX_DIGITS

/** `0.0012 USD`, with as many digits as it needs to be more than zero, six at most. */
export function formatCost({ amount, currency, isEstimated }: NonNullable<TurnTrace['cost']>): string {
  const estimated = isEstimated ? ' (estimated)' : ''
  if (amount > 0 && amount < SMALLEST)
    return `less than ${SMALLEST.toFixed(MAX_DIGITS)} ${currency}${estimated}`
  const needed = amount > 0 ? Math.ceil(-Math.log10(amount)) + 1 : CENT_DIGITS
  const digits = Math.min(MAX_DIGITS, Math.max(CENT_DIGITS, needed))
  return `${amount.toFixed(digits)} ${currency}${estimated}`
}

/** The cost, or why there is none. */
export function describeCost({ cost, provider }: Pick<TurnTrace, 'cost' | 'provider'>): string {
  if (cost !== null) return formatCost(cost)
  if (provider === null) return 'none: no model was asked'
  return provider === 'stub' ? 'none: the stub costs nothing' : 'unknown: no price is configured'
}

/** Tokens as the provider counted them, else as the server estimated them from the texts. */
export const describeTokens = ({ usage, tokens }: Pick<TurnTrace, 'usage' | 'tokens'>): string =>
  usage === null
    ? `${tokens.request} in the prompt, ${tokens.reply} in the reply (estimated)`
    : `${usage.input} in the prompt, ${usage.output} in the reply`
