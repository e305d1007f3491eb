const CONTROL = /(?![\n\t])\p{Cc}/gu

/** A text from outside without the control characters by which it could take over a terminal. */
export const printable = (text: string): string => text.replace(CONTROL, '')

/** The same on one line, for what stands in a row, a heading or a sentence. */
export const printableLine = (text: string): string => printable(text).replace(/\s+/g, ' ')
