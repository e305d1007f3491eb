/** White space that is not a single space between words. */
const TO_CHANGE = /[^\S ]| {2}|^ | $/

/** The text with a single space wherever it has white space, and none around it. Most texts are like that already. */
export const toOneLine = (text: string): string =>
  TO_CHANGE.test(text) ? text.replace(/\s+/g, ' ').trim() : text
