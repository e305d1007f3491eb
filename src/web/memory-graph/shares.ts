/** A share of 1 with at most two places: sums of tenths are not exact. */
export const shareText = (value: number): string => String(Math.round(value * 100) / 100)
