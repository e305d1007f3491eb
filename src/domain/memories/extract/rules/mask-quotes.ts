/** What stands in place of what the player did not say themselves; no rule knows it, and the text keeps its length. */
const BLANK = '\u25AF'

const SPANS = [
  // Quotations; one that is not closed goes to the end.
  /"[^"]*(?:"|$)/g,
  /(?<=^|[\s(])'(?=\S)[^'\n]{0,300}(?:'(?=\p{L})[^'\n]{1,300}){0,20}'(?=[\s.,;!?)]|$)/gu,
  /(?:^|\n)>[^\n]*/g,
  // Stage directions, code, addresses.
  /\*[^*\n]+\*/g,
  /`[^`]+`/g,
  /\bhttps?:\/\/\S+/g,
]

/** The player's own words, in plain marks: quotations, stage directions, code and addresses are blank. */
export function maskQuotes(message: string): string {
  const plain = message.replace(/[’‘]/g, "'").replace(/[“”„«»]/g, '"')
  return SPANS.reduce((text, span) => text.replace(span, (said) => BLANK.repeat(said.length)), plain)
}
