import { isBaseVerb } from '../language/verbs.js'
import type { Statement } from '../statements/statement.js'
import type { Response, Turn } from './turn.js'

/** What makes a sentence a tale: a turn of events, or a time at which it happened. */
const TURN_OF_EVENTS =
  /\b(?:once|one (?:day|night|winter|summer|spring|autumn|morning|evening)|until|when|after|but|so that|since then|because|instead|never came|almost|nearly)\b/gi
const DEED =
  /\b(?:lost|saved|found|stole|burnt|burned|drowned|swam|fell|broke|blew|blowing|won|ran|fought|sank|rescued|killed|escaped|caught|hid|met|married|died|betrayed|expelled|fired|pulled|swore|trapped|wrecked|crashed|stung)\b/gi
/** What everybody has behind them is no story. */
const LIFE = /\b(?:born|built|studied|degree|raised|educated|graduated)\b/gi
const GOES_ON = /^(?:He|She|It|They|Then|After that|Since then|That (?:night|day|winter|year)|There)\b/
const WORDS_MIN = 7

/** What happened to the character once: one event and what followed it, and not one fact after the other. */
export function tellStory({ sources: { persona }, speaker, length }: Turn): Response {
  const whole = persona.statements.filter(({ isClause }) => !isClause)
  const told = whole.filter((each) => isTale(each) && !speaker.wasSaid(each.text))
  const best = told.toSorted((one, other) => worth(other) - worth(one))[0]
  if (best !== undefined) {
    const next = whole[whole.indexOf(best) + 1]
    const goesOn = length > 1 && next?.isPast === true && GOES_ON.test(next.text)
    return {
      gesture: 'thinks for a moment',
      sentences: goesOn ? [best.text, next.text] : [best.text],
    }
  }
  const any = whole.find(
    ({ text, words }) =>
      words.length >= WORDS_MIN &&
      text !== persona.role &&
      text !== persona.introduction &&
      !speaker.wasSaid(text),
  )
  return any === undefined
    ? { gesture: 'shrugs', sentences: [speaker.say('more')] }
    : { gesture: 'thinks for a moment', sentences: [any.text] }
}

const isTale = ({ isPast, words, text }: Statement): boolean =>
  isPast && words.length >= WORDS_MIN && !GOES_ON.test(text) && !isMixed(text)

/** "I was born on the island, mend nets in winter": a list of facts. */
const isMixed = (text: string): boolean =>
  text
    .split(/[,;] (?:and )?/)
    .slice(1)
    .some((part) => isBaseVerb(/^[a-z]+/.exec(part)?.[0] ?? ''))

const worth = ({ text }: Statement): number => {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return count(DEED) + Math.min(2, count(TURN_OF_EVENTS)) - 2 * count(LIFE)
}
