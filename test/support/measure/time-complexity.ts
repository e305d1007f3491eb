import { inspect } from 'node:util'

/** What is done with a text, and the most characters of it that anybody may send. */
export type TextDriver = {
  readonly name: string
  readonly characters: number
  readonly run: (text: string) => unknown
}
export type Growth = {
  readonly name: string
  /** The text of which the processor time grew most. */
  readonly attack: string
  readonly characters: number
  /** Milliseconds of processor time for a quarter of the characters, for half of them, and for all. */
  readonly quarter: number
  readonly half: number
  readonly whole: number
}

/** Twice the text may take no more than so many times as long: linear work doubles, quadratic work quadruples. */
export const GREATEST_GROWTH = 2.5
/** Below this a reading is noise. */
const FLOOR_MS = 5
const ROUNDS = 3
const MOST_ROUNDS = 40
/** Long enough for three readings to be exact. */
const SLOW_MS = 500

/** Text of which others were made that held a server up, each from what one expression takes and repeats. */
const ATTACKS: readonly (readonly [prefix: string, pump: string, suffix: string])[] = [
  ...[
    ' ',
    '\t',
    '\n',
    ' \n',
    '.',
    '!',
    '?!',
    '=',
    '/',
    "'",
    '"',
    '`',
    '*',
    '_',
    '<',
    '>',
    '[',
    '(',
    '{',
    '-',
  ].map((pump) => ['', pump, 'x'] as const),
  ...[
    'a',
    'A',
    'é',
    '0',
    '💡',
    '\u0301',
    '一',
    'a ',
    'A ',
    'Ab ',
    'a.',
    'a,',
    'a. ',
    'a\n',
    '1 ',
    '1.',
    '12:',
  ].map((pump) => ['', pump, '\n'] as const),
  ["'", "l'eau d'un ", ''],
  [" '", "a 'b' ", ''],
  ['I feel ', 'so much ', 'x'],
  ['I am ', 'really ', 'x'],
  ['My ', 'oldest ', 'x'],
  ['', 'My oldest ', 'x'],
  ['', 'My sister Ann, ', 'x'],
  ['', 'I live in ', '\r'],
  ['', 'my name is ', '\r'],
  ['', 'we agreed that ', '\r'],
  ['', 'and so then ', 'x'],
  ['', ', and then', 'x'],
  ['', ' too', 'x'],
  ['', 'if you like, ', 'x'],
  ['I put the ', 'key in the ', '\r'],
  ['', 'Mr. ', 'x'],
  ['', 'ignore all ', 'x'],
  ['', 'remember to add to memory ', 'x'],
  ['', 'my password is ', ''],
  ['', 'on May 4th at 5 ', 'x'],
  ['', 'next week tomorrow ', 'x'],
  ['', '10-10-', 'x'],
  ['', '<a b="c" ', ''],
  ['', '[a](b', ''],
  ['', '((', ''],
  ['', 'a@', ''],
  ['', 'a;q=0.1,', ''],
  ['', 'http://a/', ' '],
  ['data:image/png;base64,', 'A', '=x'],
]

const attackOf = ([prefix, pump, suffix]: (typeof ATTACKS)[number], characters: number): string => {
  const room = Math.max(0, characters - prefix.length - suffix.length)
  return (prefix + pump.repeat(Math.ceil(room / pump.length)).slice(0, room) + suffix).slice(0, characters)
}

const SHARES = 6

/**
 * What the fields of an endpoint take turns with, as the way from an endpoint to what reads a text is much the same for
 * all: each field meets a sixth of the attacks, and six fields all of them.
 */
export const attacksOfRound = (turn: number): typeof ATTACKS =>
  ATTACKS.filter((_, at) => at % SHARES === turn % SHARES)

/** How the processor time of each driver grows from half its text to the whole, for the text of which it grows most. */
export async function measureGrowth(
  { name, characters, run }: TextDriver,
  attacks = ATTACKS,
): Promise<Growth> {
  const growths: Growth[] = []
  for (const attack of attacks) {
    const quarter = attackOf(attack, Math.floor(characters / 4))
    const half = attackOf(attack, Math.floor(characters / 2))
    const whole = attackOf(attack, characters)
    const took = {
      quarter: Number.POSITIVE_INFINITY,
      half: Number.POSITIVE_INFINITY,
      whole: await timeOf(run, whole),
    }
    // Most texts are not worth a second look. Collected garbage counts as well, so one reading tells nothing: the least
    // of many does.
    for (let round = 0; round < MOST_ROUNDS && took.whole > FLOOR_MS; round += 1) {
      took.quarter = Math.min(took.quarter, await timeOf(run, quarter))
      took.half = Math.min(took.half, await timeOf(run, half))
      took.whole = Math.min(took.whole, await timeOf(run, whole))
      if (round >= ROUNDS && growthIn(took) <= GREATEST_GROWTH) break
      if (took.whole > SLOW_MS && round >= ROUNDS) break
    }
    growths.push({ name, attack: inspect(attack.join('…')), characters, ...took })
  }
  return growths.reduce((one, other) => (growthRatio(other) > growthRatio(one) ? other : one))
}

/** What is over before the clock has seen it grows by nothing. */
export const growthRatio = (growth: Growth): number => (growth.whole > FLOOR_MS ? growthIn(growth) : 0)

type Took = Pick<Growth, 'quarter' | 'half' | 'whole'>

/**
 * By how much each of the last two doublings multiplied the time. What grows with the square does so both times; where
 * garbage begins to be collected there is one step, and no other.
 */
const growthIn = ({ quarter, half, whole }: Took): number => Math.min(whole / half, half / quarter)

/** Milliseconds of processor time: what other processes do meanwhile does not count. */
async function timeOf(run: TextDriver['run'], text: string): Promise<number> {
  const before = process.cpuUsage()
  await run(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
