import { expect, test } from 'vitest'
import { toPlainText, toSpokenTokens } from '../../../src/audio/speech/spoken-text.js'

const read = (text: string) => toPlainText(toSpokenTokens(text))

test.each([
  // Years.
  ['In 1987 it burned.', 'in nineteen eighty seven it burned.'],
  ['Since 1905, or 1900', 'since nineteen oh five, or nineteen hundred'],
  ['2000, 2007 and 2026', 'two thousand, two thousand seven and twenty twenty six'],
  ['the 1980s and the ’90s', 'the nineteen eighties and the nineties'],
  ['1914–1918', 'nineteen fourteen to nineteen eighteen'],
  ['2026-11-23', 'november twenty third twenty twenty six'],
  ['on May 4, 1999', 'on may fourth, nineteen ninety nine'],
  // Numbers.
  ['142 steps', 'one hundred forty two steps'],
  ['1,234,567 stars', 'one million two hundred thirty four thousand five hundred sixty seven stars'],
  ['3.14 or -5', 'three point one four or minus five'],
  ['007', 'zero zero seven'],
  ['1200 people', 'one thousand two hundred people'],
  ['the 1st, 22nd and 30th', 'the first, twenty second and thirtieth'],
  ['5% of 10kg', 'five percent of ten kilograms'],
  ['1/2 or ¾', 'one half or three quarters'],
  ['call 555-0199', 'call five five five zero one nine nine'],
  ['10-20 men', 'ten to twenty men'],
  // Money.
  ['$5.50', 'five dollars and fifty cents'],
  ['£1 and $0.99', 'one pound and ninety nine cents'],
  ['$3 million', 'three million dollars'],
  ['$2.5m, €1,200', 'two point five million dollars, one thousand two hundred euros'],
  // Times.
  ['at 9:30', 'at nine thirty'],
  ['at 9:05 a.m. sharp', 'at nine oh five ay em sharp'],
  ['9:00', "nine o'clock"],
  ['9:00 pm', 'nine pee em'],
  ['7pm', 'seven pee em'],
  // Abbreviations and initials.
  ['Dr. Smith met Mrs. Jones.', 'doctor smith met misses jones.'],
  ['St. John lives in Main St. now', 'saint john lives in main street now'],
  ['J. R. R. Tolkien', 'jay are are tolkien'],
  ['the U.S. and the U.K.', 'the you ess and the you kay.'],
  ['No. 5, e.g. tea etc.', 'number five, ee gee tea et cetera.'],
  ['No. That is all.', 'no. that is all.'],
  ['NPCs of the FBI', 'en pee sees of the eff bee eye'],
  ['STOP it', 'stop it'],
  // Marks.
  ['Well — yes; no? (So!)', 'well, yes, no? so!'],
  ['“Don’t,” she said', "don't, she said"],
  ['and/or mail@example.org', 'and or mail at example dot org'],
  ['naïve café 👋', 'naive cafe'],
  ['👋', ''],
  ['...', ''],
])('%j is read %j', (text, spoken) => {
  expect(read(text)).toBe(spoken)
})

test('every written word keeps its place in the text', () => {
  const tokens = toSpokenTokens('On May 4,  it cost $5.')
  expect(tokens.map(({ word, textEnd }) => [word, textEnd])).toEqual([
    ['On', 2],
    ['May', 6],
    ['4,', 9],
    ['it', 13],
    ['cost', 18],
    ['$5.', 22],
  ])
})

test('a text of figures is bounded', () => {
  const spoken = toSpokenTokens('123456789 '.repeat(1000)).flatMap((token) => token.spoken)
  expect(spoken.length).toBe(400)
})
