import { FNV_OFFSET_BASIS, fnv1a } from '../../../../domain/fnv1a.js'
import type { PromptMessage } from '../../../../domain/turns/ports.js'
import { markedSentencesOf, wordsOf } from '../language/text.js'
import { type Move, phrasesOf } from './phrases.js'
import type { Manner, Tone } from './tone.js'

/** Chooses words that have not been said of late. */
export type Speaker = {
  /** A phrase of the character's tone for a move; a short one when all others were said. */
  readonly say: (move: Move) => string
  /** The phrase if the tone has any left for the move, else empty: for what need not be said. */
  readonly sayMaybe: (move: Move) => string
  /** The sentence, in other words if it was said within the last turns. */
  readonly fresh: (sentence: string) => string
  readonly wasSaid: (sentence: string) => boolean
  /** The same for sentences of any length. */
  readonly wasUttered: (sentence: string) => boolean
  /** A number from 0 up to `count`, the same for the same conversation. */
  readonly choose: (count: number) => number
}

const TURNS = 10
const SPOKEN_CHARACTERS = 4000
/** A sentence of fewer words may come again. */
const WORDS_THAT_REPEAT = 5

/** How a sentence begins that was said before. */
export const REPEATS =
  /^(?:As I (?:said|told|mentioned)|Like I said|I told you|I think I said|It is as I|Once more|Again|Same answer|I said so)\b/

const AGAIN = [
  'As I said, ',
  'Like I said, ',
  'As I told you, ',
  'As I mentioned, ',
  'I told you: ',
  'I think I said it before: ',
  'It is as I said: ',
  'Once more: ',
  'Again, ',
  'Same answer as before: ',
  'I said so earlier: ',
]

/** What is left to say when all else was said of late; short enough to come again. */
const SHORT: Readonly<Partial<Record<Move, string>>> = {
  greet: 'Hello.',
  again: 'Hello again.',
  well: 'Fine, thanks.',
  welcome: 'Gladly.',
  bye: 'Goodbye.',
  met: 'Pleased to meet you.',
  unknown: "I don't know.",
  untold: 'You never told me.',
  opinion: 'No opinion.',
  reason: "I don't know why.",
  more: 'That is all.',
  refuse: "I won't discuss that.",
  cannot: "I can't.",
  praised: 'Thank you.',
  insulted: 'Enough.',
  loved: 'Thank you.',
  forgiven: 'Never mind.',
  nonsense: 'Pardon?',
  laugh: 'Ha.',
  agree: 'All right.',
  doubt: 'Yes.',
  noted: 'I see.',
  sorry: 'I am sorry.',
  glad: 'How good.',
  long: 'I see.',
  yes: 'Of course.',
  joke: 'No jokes today.',
}

type SpeakerInput = {
  readonly manner: Manner
  readonly messages: readonly PromptMessage[]
  readonly playerName: string | undefined
  /** So that two characters do not choose alike. */
  readonly characterName: string
  /** Each phrase is one sentence. */
  readonly isShort: boolean
  readonly keyOfSpoken: ReturnType<typeof createSpokenKeys>
}

/** Messages come again with every turn: the words of so many are kept. */
const KEYS_MAX = 5000

/** The words of messages that were spoken before, read once each. */
export function createSpokenKeys(): (content: string) => string {
  const known = new Map<string, string>()
  return (content) => {
    const found = known.get(content)
    if (found !== undefined) return found
    const key = ` ${keyOf(content.slice(0, SPOKEN_CHARACTERS))} `
    if (known.size >= KEYS_MAX) known.clear()
    known.set(content, key)
    return key
  }
}

export function createSpeaker({
  manner,
  messages,
  playerName,
  characterName,
  isShort,
  keyOfSpoken,
}: SpeakerInput): Speaker {
  const spoken = messages.filter(({ role }) => role === 'assistant').slice(-TURNS)
  const before = spoken.map(({ content }) => keyOfSpoken(content))
  const wasUttered = (words: string) => before.some((each) => each.includes(` ${words} `))
  const wasSaid = (sentence: string) =>
    markedSentencesOf(sentence).some((each) => {
      const words = wordsOf(each)
      return words.length >= WORDS_THAT_REPEAT && wasUttered(words.join(' '))
    })
  const seed = hash(`${characterName} ${messages.length} ${messages.at(-1)?.content.slice(0, 200) ?? ''}`)
  const choose = (count: number) => (count < 1 ? 0 : seed % count)
  const address = playerName ?? (manner.address !== undefined && seed % 2 === 0 ? manner.address : undefined)
  const fill = (phrase: string) => phrase.replaceAll('{n}', address === undefined ? '' : `, ${address}`)

  const seedOf = (move: Move) => hash(`${seed} ${move}`)
  const candidates = (move: Move): readonly string[] => {
    const [first, second]: readonly (Tone | undefined)[] = manner.tones
    const own = first === undefined ? [] : phrasesOf(first, move)
    const other = second === undefined ? [] : phrasesOf(second, move)
    // The second tone is what is left when the first has said all it has.
    return [...rotate(own, seedOf(move)), ...rotate(other, seedOf(move))]
  }
  // Short phrases, too, do not come again while there are others.
  const isUsable = (phrase: string) =>
    phrase === '' || (!wasUttered(keyOf(phrase)) && !(isShort && markedSentencesOf(phrase).length > 1))
  const find = (phrases: readonly string[]) => phrases.map(fill).find((phrase) => isUsable(phrase))
  return {
    say: (move) =>
      find(candidates(move)) ?? find(rotate(phrasesOf('neutral', move), seedOf(move))) ?? SHORT[move] ?? '',
    sayMaybe: (move) => find(candidates(move).slice(0, 1)) ?? '',
    fresh: (sentence) => (wasSaid(sentence) ? again(sentence, { wasSaid, seed }) : sentence),
    wasSaid,
    wasUttered: (sentence) => wasUttered(keyOf(sentence)),
    choose,
  }
}

function again(sentence: string, { wasSaid, seed }: { wasSaid: Speaker['wasSaid']; seed: number }): string {
  const start = /^(?:I\b|I'|\p{Lu}\p{L}+ \p{Lu})/u.test(sentence)
    ? sentence
    : sentence.charAt(0).toLowerCase() + sentence.slice(1)
  return (
    rotate(AGAIN, seed)
      .map((opening) => `${opening}${start}`)
      .find((each) => !wasSaid(each)) ?? ''
  )
}

const keyOf = (sentence: string) => wordsOf(sentence).join(' ')

const rotate = <T>(list: readonly T[], by: number): readonly T[] => {
  const at = list.length === 0 ? 0 : by % list.length
  return [...list.slice(at), ...list.slice(0, at)]
}

/** Small enough for exact remainders; the same conversation gets the same words. */
function hash(text: string): number {
  let value = FNV_OFFSET_BASIS
  for (let at = 0; at < text.length; at += 1) value = fnv1a(value, text.charCodeAt(at))
  return (value >>> 0) % 65_521
}
