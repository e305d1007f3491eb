const CONTROL = /(?![\n\t])\p{Cc}/gu

/** A text from outside without the control characters by which it could take over a terminal. */
export const printable = (text: string): string => text.replace(CONTROL, '')
