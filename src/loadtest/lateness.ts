/** A generator whose own work is later than this, in milliseconds, measures itself. */
export const LATE_MS = 20

export const isLate = (eventLoopP99Ms: number): boolean => eventLoopP99Ms > LATE_MS
