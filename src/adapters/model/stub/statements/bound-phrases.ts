/** A space at which no sentence is taken apart. */
const NO_BREAK = '\u00a0'
const IN_BRACKETS = /\([^()]{1,120}\)/g
const NAMES_BESIDE =
  /\b(?:my|our|the|two|three|four|five|his|her|their) (?:\p{Ll}[\p{L}-]+ ){0,3}\p{Ll}[\p{L}-]+, (?:\p{Lu}[\p{L}'’-]+, ){0,5}\p{Lu}[\p{L}'’-]+,? and \p{Lu}[\p{L}'’-]+, (?=\p{Ll})/gu

/**
 * A sentence whose phrases that hold commas and "and" of their own, but no clauses, are bound together: what stands in
 * brackets, and names beside whom they are of, as in "my twins, Ann and Bob, are eleven".
 */
export const bound = (sentence: string): string =>
  sentence
    .replace(IN_BRACKETS, (text) => text.replaceAll(' ', NO_BREAK))
    .replace(NAMES_BESIDE, (text) => text.replaceAll(' ', NO_BREAK))

export const unbound = (text: string): string => text.replaceAll(NO_BREAK, ' ')

/** How many of its words are bound to the one before. */
export const bindingsIn = (text: string): number => text.split(NO_BREAK).length - 1
