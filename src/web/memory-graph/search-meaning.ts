import { SOON } from './fading.js'
import { DAY, dayBefore, timeText } from './times.js'

/** What a sentence is made with: left out of a search that has any other word. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  [
    'a an the and or of in on at to for from by with as is are was were be been am do does did has have had',
    'all any some every about what which who whom whose when where why how that this these those there than',
    'i you he she it we they me him her us them my your his hers its our their',
    'can could would should tell show find list give know knows known say says said please within',
    'remember remembers remembered learn learns learned learnt memory memories',
  ].flatMap((line) => line.split(' ')),
)
export const isSmallWord = (word: string): boolean => SMALL_WORDS.has(word)

/** From this importance on a memory is found as an important one. */
export const LEAST_IMPORTANT = 0.7
export const IMPORTANT = 'important'
const OLDEST = 'over 30 days old'

/** What several words mean together, as chips and buttons are called; the mark that memories have. */
const PHRASES: ReadonlyMap<string, string> = new Map([
  ...['last week', 'past week', 'last 7 days', 'past 7 days', '7 days'].map(
    (one) => [one, 'last week'] as const,
  ),
  ...['last month', 'past month', 'last 30 days', 'past 30 days', '30 days'].map(
    (one) => [one, 'last month'] as const,
  ),
  ...['this week', 'this month', 'today or yesterday'].map((one) => [one, one] as const),
  ...['2 to 7 days', '8 to 30 days'].flatMap((one) => {
    return [one, `${one} old`].map((name) => [name, `${one} old`] as const)
  }),
  ...['over 30 days', OLDEST, 'older than 30 days'].map((one) => [one, OLDEST] as const),
  ...['fading within 30 days', 'next to fade'].map((one) => [one, 'fading'] as const),
  ['long term', 'long-term'],
  ['short term', 'short-term'],
])
const LONGEST_PHRASE = 5

/** The mark that the first of these words name together, and how many of them; null if they name none. */
export function phraseAt(words: readonly string[]): readonly [length: number, mark: string] | null {
  for (let length = Math.min(LONGEST_PHRASE, words.length); length > 1; length--) {
    const mark = PHRASES.get(words.slice(0, length).join(' '))
    if (mark !== undefined) return [length, mark]
  }
  return null
}

/** What a word may mean that texts have, too: `old` beside `old maps`. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ...['old', 'older', 'oldest'].map((one) => [one, OLDEST] as const),
  ...['strong', 'strongest'].map((one) => [one, 'long-term'] as const),
  ...['forgotten', 'forget', 'forgets', 'fade', 'fades', 'soon'].map((one) => [one, 'fading'] as const),
  ...['recent', 'recently', 'lately'].map((one) => [one, 'last week'] as const),
  ['important', IMPORTANT],
  ['people', 'person'],
  ['places', 'place'],
  ['things', 'thing'],
])
export const meaningOf = (word: string): string | undefined => MEANINGS.get(word)

const MEANT: Readonly<Record<string, string>> = {
  fading: SOON,
  // Counts and the first day say it.
  ...{ person: '', place: '', thing: '', 'last week': '' },
  [IMPORTANT]: `of importance ${LEAST_IMPORTANT} or more`,
}
/** How a mark is told; empty where it is told anyhow. */
export const meantText = (mark: string): string => MEANT[mark] ?? mark

/** The first day of each time that a search may name; a week begins on Monday. */
export function recentTimes(readAt: string): ReadonlyMap<string, string> {
  const now = Date.parse(readAt)
  const day = new Date(now)
  const since = (days: number) => timeText(dayBefore(now, days), DAY)
  return new Map([
    ['last week', since(7)],
    ['last month', since(30)],
    ['this week', since((day.getUTCDay() + 6) % 7)],
    ['this month', since(day.getUTCDate() - 1)],
  ])
}
