/** The frequencies of the sixteen tones (Hz). All are multiples of 50 Hz, so a symbol holds whole periods. */
export type ToneBand = { readonly lowest: number; readonly spacing: number }

/** 600 to 2850 Hz: for sample rates from 8 kHz, without a voice. */
export const LOW_BAND: ToneBand = { lowest: 600, spacing: 150 }
/** 4.25 to 6.5 kHz: above the synthesised voice, and below the cutoff of resampling to 16 kHz. */
export const HIGH_BAND: ToneBand = { lowest: 4250, spacing: 150 }

export const TONE_COUNT = 16
/** Milliseconds of a symbol: at natural speed, and for faster speech. */
export const SYMBOL_MS = { natural: 20, fast: 10 }
export type SymbolRate = keyof typeof SYMBOL_MS

/**
 * The two tones that begin a packet: far apart, and different for each symbol rate, so that they tell the decoder the
 * length of the symbols.
 */
export const SYNC_TONES: Readonly<Record<SymbolRate, readonly [number, number]>> = {
  natural: [0, 15],
  fast: [15, 0],
}

export const toneFrequency = ({ lowest, spacing }: ToneBand, tone: number) => lowest + tone * spacing
