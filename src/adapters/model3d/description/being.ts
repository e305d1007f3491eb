import { type Mentions, readMentions } from './mentions.js'
import type { Species } from './species.js'
import { speciesIn } from './species.js'
import type { Being } from './traits.js'

export type FoundBeing = { readonly being: Being; readonly species: Species | null }

const BEINGS: readonly (readonly [Being, readonly string[]])[] = [
  ['robot', ['robot', 'android', 'automaton', 'cyborg', 'mechanical', 'droid', 'clockwork']],
  ['ghost', ['ghost', 'spectre', 'specter', 'phantom', 'wraith', 'poltergeist', 'spook']],
  ['elf', ['elf', 'elven', 'elfin', 'fairy', 'vampire', 'pixie', 'sprite']],
  ['orc', ['orc', 'goblin', 'ogre', 'troll', 'alien']],
]

/** Words that end what the text says of whom it is about: a girl with a cat is no cat. */
const SUBJECT_END =
  /\b(?:with|wearing|wears|holding|holds|carrying|carries|riding|who|whose|having|has|in|on|near|beside)\b|[.;:!?]/i
/** Words after a being that make it somebody else: a dragon rider is a person. */
const TRADES =
  /^[\s-]*(?:rider|hunter|slayer|tamer|trainer|keeper|breeder|watcher|lover|owner|engineer|whisperer|catcher|maker|walker|builder|mechanic|inventor|scientist|burglar)\b/i
/** Words after an animal that do so too: a cat girl has ears only. */
const PEOPLE = /^[\s-]*(?:girl|boy|man|woman|lady|lord|people)\b/i

/** Finds out what the text is about, before anything about its clothes is read. */
export function readBeing(text: string, mentions: Mentions): FoundBeing {
  const start = beginningOf(text)
  const subject = readMentions(withoutWordsBefore(start, TRADES))
  const species = speciesIn(readMentions(withoutWordsBefore(withoutWordsBefore(start, TRADES), PEOPLE)))
  if (species !== null) {
    mentions.has(...species.words)
    return { being: species.being, species }
  }
  if (mentions.isDescribedAs(['pointed', 'elf', 'elven', 'long', 'pointy'], ['ear', 'ears'])) {
    return { being: subject.has('goblin', 'orc', 'troll') ? 'orc' : 'elf', species: null }
  }
  const found = BEINGS.find(([, words]) => subject.has(...words))
  // The text as a whole has to know what of it is understood.
  if (found !== undefined) mentions.has(...found[1])
  return { being: found?.[0] ?? 'human', species: null }
}

const WORD = /[\p{L}\p{N}]+/gu

/** What the text is about: its beginning, up to what the one it describes has. */
function beginningOf(text: string): string {
  const start = text.slice(0, SUBJECT_CHARACTERS)
  const end = start.search(SUBJECT_END)
  return end === -1 ? start : start.slice(0, end)
}

/** Leaves out each word that one of these follows. */
const withoutWordsBefore = (text: string, following: RegExp): string =>
  [...text.matchAll(WORD)]
    .filter(({ 0: word, index }) => !following.test(text.slice(index + word.length)))
    .map(([word]) => word)
    .join(' ')

/** Descriptions of a subject are short; the rest says what it has. */
const SUBJECT_CHARACTERS = 300
