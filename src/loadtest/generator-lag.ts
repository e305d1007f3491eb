/** A generator whose own work is later than this, in milliseconds, measures itself. */
export const MAX_GENERATOR_LAG_MS = 20

export const isGeneratorLagging = (eventLoopP99Ms: number): boolean => eventLoopP99Ms > MAX_GENERATOR_LAG_MS
