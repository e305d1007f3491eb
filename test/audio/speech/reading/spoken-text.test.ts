import { expect, test } from 'vitest'
import { toPlainText, toSpokenTokens } from '../../../../src/audio/speech/reading/spoken-text.js'

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
  ['on 23 November 2026', 'on the twenty third of november twenty twenty six'],
  ['the 4th of July', 'the fourth of july'],
  [
    '11/23/2026 and 23/11/2026',
    'november twenty third twenty twenty six and november twenty third twenty twenty six',
  ],
  ['3.12.2026', 'december third twenty twenty six'],
  ['Nov. 3', 'november third'],
  ['in 1066', 'in ten sixty six'],
  ['79 AD', 'seventy nine ay dee'],
  ['Henry VIII and World War II', 'henry the eighth and world war two'],
  // Numbers.
  ['142 steps', 'one hundred forty two steps'],
  ['1,234,567 stars', 'one million two hundred thirty four thousand five hundred sixty seven stars'],
  ['3.14 or -5', 'three point one four or minus five'],
  ['007', 'zero zero seven'],
  ['1200 people', 'one thousand two hundred people'],
  ['the 1st, 22nd and 30th', 'the first, twenty second and thirtieth'],
  ['5% of 10kg', 'five percent of ten kilograms'],
  ['1/2 or ¾', 'one half or three quarters'],
  ['10-20 men', 'ten to twenty men'],
  ['50–60% of it', 'fifty to sixty percent of it'],
  ['3/8, 2/3 and 8/10', 'three eighths, two thirds and eight out of ten'],
  ['16:9', 'sixteen to nine'],
  ['5 km at 10 km/h in 3 min', 'five kilometres at ten kilometres per hour in three minutes'],
  ['-5 °C or 41°F', 'minus five degrees celsius or forty one degrees fahrenheit'],
  ['the new v2.0.1 or 1.2.3', 'the new version two point zero point one or one point two point three'],
  ['192.168.0.1', 'one nine two dot one six eight dot zero dot one'],
  ['order 481516234', 'order four eight one five one six two three four'],
  ['24/7', 'twenty four seven'],
  ['a 10-year-old on the 2nd-floor', 'a ten year old on the second floor'],
  // Telephone numbers.
  ['call 555-0199', 'call five five five zero one nine nine'],
  ['(555) 123-4567', 'five five five, one two three four five six seven'],
  ['Call 555 123 4567.', 'call five five five, one two three, four five six seven.'],
  ['+44 20 7946 0958', 'plus four four, two zero, seven nine four six, zero nine five eight'],
  ['+15551234567', 'plus one five five five one two three four five six seven'],
  ['tel. 555.123.4567', 'telephone five five five one two three four five six seven'],
  // Money.
  ['$5.50', 'five dollars and fifty cents'],
  ['£1 and $0.99', 'one pound and ninety nine cents'],
  ['$3 million', 'three million dollars'],
  ['$2.5m, €1,200', 'two point five million dollars, one thousand two hundred euros'],
  ['-$5 or 5€', 'minus five dollars or five euros'],
  ['$5/month', 'five dollars per month'],
  ['¥500 and 50¢', 'five hundred yen and fifty cents'],
  // Times.
  ['at 9:30', 'at nine thirty'],
  ['at 9:05 a.m. sharp', 'at nine oh five ay em sharp'],
  ['9:00', "nine o'clock"],
  ['9:00 pm', 'nine pee em'],
  ['7pm', 'seven pee em'],
  ['from 10:30-11:00', "from ten thirty to eleven o'clock"],
  ['9–10am', 'nine to ten ay em'],
  ['at 18:00', 'at eighteen hundred'],
  // Abbreviations and initials.
  ['Dr. Smith met Mrs. Jones.', 'doctor smith met misses jones.'],
  ['St. John lives in Main St. now', 'saint john lives in main street now'],
  ['J. R. R. Tolkien', 'jay are are tolkien'],
  ['the U.S. and the U.K.', 'the you ess and the you kay.'],
  ['No. 5, e.g. tea etc.', 'number five, ee gee tea et cetera.'],
  ['No. That is all.', 'no. that is all.'],
  ['NPCs of the FBI', 'en pee sees of the eff bee eye'],
  ['STOP it', 'stop it'],
  ['Mr Smith and Dr Jones of St Ives', 'mister smith and doctor jones of saint ives'],
  ['a PhD, i.e. a Ph.D. vs. none', 'a pee aitch dee, eye ee a pee aitch dee versus none'],
  ['the CPU of an F-16, COVID-19', 'the see pee you of an eff sixteen, covid nineteen'],
  // Addresses.
  ['https://www.example.com/the-map?x=1#top', 'example dot com slash the dash map'],
  ['see example.co.uk.', 'see example dot co dot you kay.'],
  ['jane.doe+news@ex-ample.org', 'jane dot doe plus news at ex dash ample dot org'],
  ['localhost or notes.txt', 'localhost or notes dot tee ex tee'],
  ['the end.Start again', 'the end start again'],
  ['[the map](https://example.com/x)', 'the map'],
  // Gestures, emphasis, emoticons and signs.
  ['*smiles warmly* Good evening.', 'good evening.'],
  ['Hello there! *waves, and steps aside*', 'hello there!'],
  ['*slowly nods* I *really* mean it.', 'i really mean it.'],
  ['It *works*. She is *always* late.', 'it works. she is always late.'],
  ['**Never** do that', 'never do that'],
  ['5 * 3 × 2', 'five times three times two'],
  ['Nice :-) <3', 'nice'],
  ['# Title #5 #harbour', 'title number five hashtag harbour'],
  ['👋🏽 👩‍👩‍👧 🇬🇧 ok', 'ok'],
  // Other scripts.
  ['Straße, Øre, Łódź', 'strasse, ore, lodz'],
  ['日本語 Привет مرحبا', ''],
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
