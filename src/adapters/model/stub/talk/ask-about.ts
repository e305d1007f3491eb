import type { PlayerStatement } from '../statements/player.js'
import type { moodOf } from './acts.js'
import type { Speaker } from './speaker.js'

type Asked = readonly string[]

const WHEN_SAD: Asked = [
  'Do you want to talk about it?',
  'Is there anything I can do?',
  'How long has it been like that?',
]
const WHEN_HAPPY: Asked = ['How did that come about?', 'And how do you feel about it?', 'When did it happen?']
/** What one asks somebody who tells of this. */
const ABOUT: readonly (readonly [RegExp, Asked])[] = [
  [
    /\b(?:live|moved|home|house|flat)\b/i,
    ['Do you like it there?', 'What is it like there?', 'Have you been there long?'],
  ],
  [
    /\b(?:work|job|profession|shift|office)\b/i,
    ['Do you enjoy the work?', 'Is it hard work?', 'Have you done that for long?'],
  ],
  [
    /\b(?:dog|cat|horse|parrot|bird|rabbit|hamster|pet|puppy|kitten)\b/i,
    ['What is your animal like?', 'Have you had it for long?', 'Is it a good companion?'],
  ],
  [
    /\b(?:brother|sister|mother|father|son|daughter|wife|husband|friend|uncle|aunt|grandmother|grandfather)\b/i,
    ['Are you close?', 'Do you see each other often?', 'What are they like?'],
  ],
  [
    /\b(?:hobby|play|read|paint|sing|knit|dance)\b/i,
    ['What do you like about it?', 'Since when?', 'Did somebody teach you?'],
  ],
  [
    /\b(?:like|love|enjoy|favourite)\b/i,
    ['What do you like about it?', 'Since when?', 'What is the best thing about it?'],
  ],
  [
    /\b(?:allergic|vegan|vegetarian|eat|drink)\b/i,
    ['Has it always been so?', 'Is that hard for you?', 'What do you eat instead?'],
  ],
  [
    /^Your name\b/i,
    ['What brings you here?', 'What would you like to talk about?', 'Where do you come from?'],
  ],
]
const ANYTHING: Asked = [
  'And what then?',
  'What made you think of that?',
  'How was that for you?',
  'Tell me more?',
  'What does that mean to you?',
]

/** Where somebody else moved to, or works, is nothing to ask the player of. */
const fittingFor = (text: string): Asked | undefined =>
  ABOUT.filter(
    (_, at) => at >= OF_PLAYER_ALONE || /^You\b|^Your (?:home|house|flat|job|work)\b/.test(text),
  ).find(([pattern]) => pattern.test(text))?.[1]
const OF_PLAYER_ALONE = 2

/** A question back about what the player told; empty when all that fit were asked of late. */
export function askAbout(
  told: PlayerStatement | undefined,
  mood: ReturnType<typeof moodOf>,
  speaker: Speaker,
): string {
  const fitting = told === undefined ? ANYTHING : (fittingFor(told.text) ?? ANYTHING)
  const asked = { sad: WHEN_SAD, happy: WHEN_HAPPY, even: fitting }[mood]
  const start = speaker.choose(asked.length)
  return [...asked.slice(start), ...asked.slice(0, start)].find((each) => !speaker.wasUttered(each)) ?? ''
}
