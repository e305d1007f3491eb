import { quote } from '../language/text.js'
import type { PlayerStatement } from '../statements/player.js'
import { moodOf } from '../talk/acts.js'
import { inner, type Response, type Turn } from './turn.js'

const TOLD_MAX = 60

/** Everything that is known of the player, corrections first and then the newest. */
export function recallAll({ known, speaker, playerMessages }: Turn): Response {
  const stored = known.filter(isOfPlayer)
  if (stored.length === 0) {
    const nothing =
      playerMessages.length === 0
        ? 'Nothing yet, we have only just met.'
        : 'Nothing yet, you have not told me anything of yourself.'
    return { gesture: 'shrugs', sentences: [speaker.fresh(nothing)] }
  }
  const newestFirst = [...stored].reverse()
  const told = [
    ...newestFirst.filter(({ isCorrection }) => isCorrection),
    ...newestFirst.filter(({ isCorrection }) => !isCorrection),
  ]
  const name = told.filter(({ slot }) => slot === 'name')
  const rest = told.filter(({ slot }) => slot !== 'name')
  const opening = speaker.fresh('I remember this of you.')
  const isCorrected = name.some(({ isCorrection }) => isCorrection)
  const ordered = isCorrected ? told : [...name, ...rest]
  return {
    gesture: 'nods',
    sentences: [opening, ...ordered.slice(0, TOLD_MAX).map(({ text }) => recalled(text, speaker))],
    isWhole: true,
  }
}

/** As it stands; in other words if it was said of late. */
function recalled(text: string, speaker: Turn['speaker']): string {
  if (!speaker.wasSaid(text)) return text
  const bare = inner(text)
  const told = [
    `As you told me, ${bare}`,
    `I have not forgotten that ${bare}`,
    `Also, ${bare}`,
    `You mentioned that ${bare}`,
  ]
  return told.find((each) => !speaker.wasSaid(each)) ?? speaker.fresh(text)
}

const isOfPlayer = ({ text, source }: PlayerStatement): boolean =>
  source === 'remembered' || /\b(?:you|your|yours|yourself)\b/i.test(text)

/** What the player told, as something that is remembered: "You told me that you live in Lyon." */
export function tellOf({ text, source, slot }: PlayerStatement, turn: Turn): string {
  const bare = text.replace(/[.]$/, '')
  if (/[!?:“"]/.test(bare)) return turn.speaker.fresh(text)
  const told = [
    `You told me that ${inner(bare)}.`,
    ...(source === 'remembered' && slot === undefined ? [`I remember that ${inner(bare)}.`] : []),
    `${bare}, you told me.`,
    `I remember: ${inner(bare)}.`,
  ]
  return told.find((each) => !turn.speaker.wasSaid(each)) ?? turn.speaker.fresh(text)
}

/** What was sad or happy for the player when they were here before, as a question; undefined when there is nothing. */
export function askAfter({ remembered, speaker }: Turn): string | undefined {
  const events = remembered.filter(
    ({ text }) =>
      /^your?\b/i.test(text) && moodOf(text) !== 'even' && !/\b(?:afraid|scared|allergic)\b/i.test(text),
  )
  const last = events.findLast(({ text }) => !speaker.wasSaid(text))
  if (last === undefined) return undefined
  const what = inner(last.text.replace(/[.!]$/, ''))
  return moodOf(last.text) === 'sad'
    ? `You told me that ${quote(what)}; is it better now?`
    : `You told me that ${quote(what)}; how did that go?`
}
