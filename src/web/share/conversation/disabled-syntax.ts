/** Constructs of CommonMark that no message has: HTML, and what only documents have. The page is built without their parsers. */
export const DISABLED_SYNTAX = ['htmlFlow', 'htmlText', 'definition', 'codeIndented', 'setextUnderline']
