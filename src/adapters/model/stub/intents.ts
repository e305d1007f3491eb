import type { CharacterRecord } from '../../../domain/characters/record.js'
import type { Recalled } from '../../../domain/memories/search/recall-port.js'
import { factAbout, type PlayerFact, phraseFact } from './facts.js'
import { answerFromMemory, tellMemory } from './memories.js'
import { notesAbout, type PersonaNote } from './persona.js'
import { isQuestion, quote, stemsOf } from './text.js'

/** All that an answer can draw on. */
export type StubContext = {
  readonly character: CharacterRecord
  /** What the player says now. */
  readonly text: string
  /** What the player said before, oldest first. */
  readonly playerMessages: readonly string[]
  /** What the character said before, oldest first. */
  readonly characterMessages: readonly string[]
  /** What the character remembers beside what was said of late. */
  readonly memories: Recalled
  /** What the player told, up to now. */
  readonly facts: readonly PlayerFact[]
  /** What the player tells just now. */
  readonly newFacts: readonly PlayerFact[]
  readonly notes: readonly PersonaNote[]
  /** What the character's documents have to say, as it will be spoken; undefined when nothing fits. */
  readonly quoted: string | undefined
}

/** What the character does with its face while it answers; shown when the character is `verbose`. */
type Gesture = 'smiles' | 'nods' | 'thinks for a moment' | 'shrugs'
export type Response = { readonly gesture: Gesture; readonly sentences: readonly string[] }

type Intent = {
  readonly pattern: RegExp
  readonly answer: (situation: StubContext, match: RegExpExecArray) => Response | undefined
}

/** What a message may want, the particular before the general; the first that can answer does. */
const INTENTS: readonly Intent[] = [
  {
    pattern:
      /\b(?:are you (?:an? )?(?:real|human|ai|bot|robot|machine|language model|llm|stub)|what model)\b/i,
    answer: admitStub,
  },
  {
    pattern:
      /\bwhat (?:(?:did|have) i (?:just |first |last )?(?:sa[iy]d?|ask|asked|tell|told)|was my (?:first|last))\b/i,
    answer: repeatPlayer,
  },
  {
    pattern: /\bwhat (?:did|have) you (?:just |first |last )?(?:sa[iy]d?|tell|told|answer)\b/i,
    answer: repeatSelf,
  },
  {
    pattern:
      /\b(?:do you (?:remember|know) me|have we (?:met|talked|spoken)|what do you (?:know|remember) about me|who am i)\b/i,
    answer: recallAll,
  },
  { pattern: /\bwhere (?:do i live|is my home)\b/i, answer: recall('home') },
  { pattern: /\bwhere (?:am i|do i come) from\b/i, answer: recall('origin') },
  { pattern: /\bwhat do i (?:like|love|enjoy)\b/i, answer: recall('likes') },
  { pattern: /\b(?:what do i do|what is my (?:job|work))\b/i, answer: recall('job') },
  {
    pattern: /\b(?:what|who|where)(?:'s| is| are|was) my (favou?rite \w+|\w+)(?:'s name| called)?/i,
    answer: recallNamed,
  },
  { pattern: /\bremember my (favou?rite \w+|\w+)/i, answer: recallNamed },
  { pattern: /\b(?:who are you|what(?:'s| is) your name|introduce yourself)\b/i, answer: introduce },
  { pattern: /\bwhat can you do\b/i, answer: listActions },
  { pattern: /\b(?:about yourself|your story|what are you like)\b/i, answer: describeSelf },
  { pattern: /\b(?:i|my|me|mine|we|our)\b/i, answer: answerFromMemories },
  { pattern: /./s, answer: quoteDocument },
  {
    pattern: /\bhow are you\b/i,
    answer: () => ({ gesture: 'smiles', sentences: ['I am well, thank you.'] }),
  },
  {
    pattern: /\b(?:thanks|thank you)\b/i,
    answer: () => ({ gesture: 'smiles', sentences: ['You are welcome.'] }),
  },
  { pattern: /^\W*(?:good ?bye|bye|see you|farewell|good night)\b/i, answer: takeLeave },
  { pattern: /./s, answer: takeNote },
  { pattern: /^\W*(?:hi|hello|hey|good (?:morning|day|afternoon|evening)|greetings)\b/i, answer: greet },
  { pattern: /./s, answer: speakAbout },
]

/** What the character answers, most to the point first. */
export function respond(situation: StubContext): Response {
  for (const { pattern: heard, answer } of INTENTS) {
    const match = heard.exec(situation.text)
    const response = match === null ? undefined : answer(situation, match)
    if (response !== undefined) return response
  }
  return { gesture: 'shrugs', sentences: ['I have nothing to say about that.'] }
}

function admitStub(): Response {
  const honest =
    'I am a stand-in: a program that answers by rules, without a language model. Configure one for real talk.'
  return { gesture: 'shrugs', sentences: [honest] }
}

function repeatPlayer({ text, playerMessages: heard }: StubContext): Response {
  const said = /\bfirst\b/i.test(text) ? heard[0] : heard.at(-1)
  if (said === undefined) return { gesture: 'shrugs', sentences: ['You have not said anything before this.'] }
  return { gesture: 'nods', sentences: [`You said: “${quote(said)}”`] }
}

function repeatSelf({ text, characterMessages: spoken }: StubContext): Response {
  const said = /\bfirst\b/i.test(text) ? spoken[0] : spoken.at(-1)
  if (said === undefined) return { gesture: 'shrugs', sentences: ['I have not said anything before this.'] }
  return { gesture: 'nods', sentences: [`I said: “${quote(said)}”`] }
}

function recallAll(situation: StubContext): Response {
  const { playerMessages: heard, facts, memories } = situation
  if (!isKnown(situation)) return { gesture: 'shrugs', sentences: ['We have not talked before.'] }
  const times = heard.length === 1 ? 'one message' : `${heard.length} messages`
  const told = facts.map((fact) => `You told me that ${phraseFact(fact)}.`)
  const isFact = new Set(memories.facts.map(({ sourceMemoryId }) => sourceMemoryId))
  const more = memories.memories.filter(({ id }) => !isFact.has(id)).map(tellMemory)
  const opening = heard.length === 0 ? 'Yes, I remember you.' : `Yes, I remember ${times} from you.`
  return { gesture: 'nods', sentences: [opening, ...told, ...more] }
}

const isKnown = ({ playerMessages: heard, memories }: StubContext): boolean =>
  heard.length > 0 || memories.facts.length > 0 || memories.memories.length > 0

function recall(about: string) {
  return (situation: StubContext): Response => {
    const value = factAbout(situation.facts, about)
    if (value === undefined) {
      return answerFromMemories(situation) ?? { gesture: 'shrugs', sentences: ['You have not told me that.'] }
    }
    return { gesture: 'nods', sentences: [`You told me that ${phraseFact({ about, value })}.`] }
  }
}

function recallNamed(situation: StubContext, [, named = '']: RegExpExecArray): Response {
  return recall(named.toLowerCase().replace('favorite', 'favourite'))(situation)
}

function introduce({ character }: StubContext): Response {
  return { gesture: 'smiles', sentences: [introduction(character)] }
}

function listActions({ character: { actions } }: StubContext): Response {
  const abilities = actions.map(({ name, description }) =>
    (description ?? name).replace(/(?<![.\s])[.\s]+$/, ''),
  )
  if (abilities.length === 0) return { gesture: 'shrugs', sentences: ['I can only talk.'] }
  return { gesture: 'nods', sentences: [`Ask me for any of these: ${abilities.join('; ')}.`] }
}

function describeSelf({ character, notes }: StubContext): Response {
  return { gesture: 'smiles', sentences: [introduction(character), ...notes.map(({ sentence }) => sentence)] }
}

function answerFromMemories({ memories, text }: StubContext): Response | undefined {
  const told = answerFromMemory(memories, text)
  return told === undefined ? undefined : { gesture: 'nods', sentences: [told] }
}

function quoteDocument({ quoted }: StubContext): Response | undefined {
  return quoted === undefined ? undefined : { gesture: 'thinks for a moment', sentences: [quoted] }
}

function takeLeave({ facts }: StubContext): Response {
  return { gesture: 'smiles', sentences: [`Goodbye${byName(facts)}.`] }
}

function takeNote({ newFacts: news }: StubContext): Response | undefined {
  if (news.length === 0) return undefined
  const name = factAbout(news, 'name')
  const others = news.filter(({ about }) => about !== 'name')
  return {
    gesture: 'nods',
    sentences: [
      ...(name === undefined ? [] : [`Nice to meet you, ${name}.`]),
      ...others.map((fact) => `I will remember that ${phraseFact(fact)}.`),
    ],
  }
}

function greet(situation: StubContext): Response {
  const { character, facts } = situation
  const again = isKnown(situation) ? ' again' : ''
  const hello = `Hello${again}${byName(facts)}.`
  return { gesture: 'smiles', sentences: again ? [hello] : [hello, introduction(character)] }
}

/** The last resort: what the persona says about it, what the player said about it before, or nothing. */
function speakAbout({ text, playerMessages: heard, notes }: StubContext): Response {
  const known = notesAbout(notes, text).map(({ sentence }) => sentence)
  if (known.length > 0) return { gesture: 'thinks for a moment', sentences: known }

  const topics = new Set(stemsOf(text))
  const before = heard.findLast((message) => stemsOf(message).some((stem) => topics.has(stem)))
  if (before !== undefined)
    return { gesture: 'nods', sentences: [`You spoke of that before: “${quote(before)}”`] }
  if (isQuestion(text)) return { gesture: 'shrugs', sentences: ['I know nothing about that.'] }
  return { gesture: 'nods', sentences: [`You say: “${quote(text)}”`] }
}

function introduction({ name, tagline }: CharacterRecord): string {
  return tagline === null || tagline.trim() === ''
    ? `I am ${name}.`
    : `I am ${name}, ${tagline.replace(/(?<![.\s])[.\s]+$/, '')}.`
}

function byName(facts: readonly PlayerFact[]): string {
  const name = factAbout(facts, 'name')
  return name === undefined ? '' : `, ${name}`
}
