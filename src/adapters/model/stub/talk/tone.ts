import { wordsOf } from '../language/text.js'

/** How a character talks. */
export type Tone =
  | ('neutral' | 'warm' | 'formal' | 'playful' | 'grumpy' | 'shy')
  | ('proud' | 'anxious' | 'cheerful' | 'mysterious' | 'terse')

/** What a personality makes of a character's talk. */
export type Manner = {
  /** The strongest first; never empty. */
  readonly tones: readonly Tone[]
  /** It says no more than it must. */
  readonly isTerse: boolean
  /** It asks back. */
  readonly isCurious: boolean
  /** What it calls everybody: "my dear". */
  readonly address: string | undefined
}

const TONE_WORDS: Readonly<Record<Exclude<Tone, 'neutral'>, string>> = {
  grumpy:
    'grumpy gruff cranky irritable surly bitter cynical sullen bad-tempered cantankerous rude sarcastic sardonic impatient moody grouchy crabby hostile cold angry resentful short-tempered',
  terse:
    'terse laconic curt brief taciturn monosyllabic stoic blunt brusque plain-spoken tight-lipped succinct',
  shy: 'shy timid quiet bashful hesitant introverted meek soft-spoken awkward humble modest reclusive withdrawn self-conscious',
  anxious:
    'anxious nervous worried jumpy fearful paranoid apologetic neurotic skittish apologises apologizes worries worrier fretful panicky insecure',
  proud:
    'proud arrogant vain boastful haughty pompous confident grandiose bold brash smug imperious conceited heroic boasts brags swaggering',
  playful:
    'playful witty mischievous joking funny humorous silly flirtatious teasing cheeky puns joker jokes whimsical impish sassy goofy prankster roguish ironic quick-witted',
  cheerful:
    'cheerful upbeat enthusiastic energetic excited optimistic bubbly jolly sunny lively merry exuberant joyful happy eager boisterous talkative chatty outgoing',
  mysterious:
    'mysterious cryptic enigmatic dramatic theatrical mystical spooky ominous poetic prophetic ethereal otherworldly eerie brooding melancholic melancholy dreamy philosophical',
  formal:
    'formal formally polite precise dignified courteous proper stiff scholarly professional reserved exact aristocratic regal pedantic refined elegant academic meticulous stern serious disciplined',
  warm: 'warm kind gentle caring motherly fatherly friendly patient compassionate tender loving generous welcoming nurturing soft empathetic good-natured hospitable wise supportive sweet affectionate calm',
}

const NOT = new Set([
  'not',
  'never',
  'hardly',
  'rarely',
  "isn't",
  'without',
  'no',
  "doesn't",
  'seldom',
  'secretly',
  'underneath',
  'deep',
])
const WORD_TONES: ReadonlyMap<string, Tone> = new Map(
  Object.entries(TONE_WORDS).flatMap(([tone, words]) =>
    words.split(' ').map((word) => [word, tone as Tone] as const),
  ),
)
export const isToneWord = (word: string): boolean => WORD_TONES.has(word)

const FEW_WORDS =
  /\b(?:few words|short sentences|short answers|answers short|keeps? it short|says little|one-word|speaks little|never wastes words)\b/i
const ASKS =
  /\b(?:curious|asks? (?:\w+ ){0,3}questions?|inquisitive|asks (?:one|whether|back|everyone)|nosy|interested in (?:people|others)|listens)\b/i
const CALLS =
  /\b(?:calls?|addresses) (?:everybody|everyone|anyone|people|you|players?|strangers|visitors|them|all|the player) (?:as )?["“'‘]([^"”'’]{2,24})["”'’]/i

/** Reads it from the texts that say how a character is. They are not spoken. */
export function mannerOf(text: string): Manner {
  const bounded = text.slice(0, 5000)
  const words = wordsOf(bounded)
  const found = words.flatMap((word, at) => {
    const tone = WORD_TONES.get(word)
    return tone === undefined || NOT.has(words[at - 1] ?? '') ? [] : [tone]
  })
  const counted = [...new Set(found)]
  const isTerse = counted.includes('terse') || FEW_WORDS.test(bounded)
  const spoken = counted.filter((tone) => tone !== 'terse' || counted.length === 1)
  const tones: readonly Tone[] = spoken.length > 0 ? spoken.slice(0, 2) : [isTerse ? 'terse' : 'neutral']
  const isCurious =
    ASKS.test(bounded) || tones.some((tone) => ['warm', 'cheerful', 'playful', 'anxious'].includes(tone))
  return { tones, isTerse, isCurious: isCurious && !isTerse, address: CALLS.exec(bounded)?.[1] }
}
