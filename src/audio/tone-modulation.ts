/** Where the sixteen tones lie (Hz). All are multiples of 50 Hz: a symbol holds whole periods of each. */
export type ToneBand = { readonly lowest: number; readonly spacing: number }

/** 600 to 2850 Hz: fits through 8 kHz, and is all that is heard there. */
export const LOW_BAND: ToneBand = { lowest: 600, spacing: 150 }
/** 4.25 to 6.5 kHz: above the audible voice, and below where converting to 16 kHz begins to cut. */
export const HIGH_BAND: ToneBand = { lowest: 4250, spacing: 150 }

export const TONE_COUNT = 16
/** Length of a symbol in milliseconds: at the natural pace, and for voices that speak faster. */
export const SYMBOL_MS = { natural: 20, fast: 10 }
export type SymbolRate = keyof typeof SYMBOL_MS

/**
 * Tones that open a packet: as far apart as can be, and different for each pace, so that the decoder learns the length
 * of the symbols from them.
 */
export const SYNC_TONES: Readonly<Record<SymbolRate, readonly [number, number]>> = {
  natural: [0, 15],
  fast: [15, 0],
}

export const toneFrequency = ({ lowest, spacing }: ToneBand, tone: number) => lowest + tone * spacing
