import { isNumber } from '../language/lemma.js'
import type { Subject } from '../language/person.js'
import { capitalise, closed, isFunctionWord, wordsOf } from '../language/text.js'
import { firstPersonOf, isAuxiliary, isFiniteVerb } from '../language/verbs.js'
import { completeFragment } from './fields.js'
import { withArticle } from './labels.js'

/** "Sister Ann, born Magda Lee, entered the convent" */
const BORN_AS = /, born (\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,3}),/u
const BORN = / ?\(born (?:on )?([^()]{3,80})\)/

/** "Ann Lee (born 3 May 1951 in Turin) is …" tells two things. */
export function bornIn(sentence: string, name: string): readonly string[] {
  const alias = BORN_AS.exec(sentence)?.[1]
  if (alias !== undefined) return [sentence.replace(BORN_AS, ''), `${name} was born ${alias}.`]
  const born = BORN.exec(sentence)?.[1]
  if (born === undefined) return [sentence]
  return [sentence.replace(BORN, ''), `${name} was born ${prepositionOf(born)}${born}.`]
}

/** "My dear Cousin Ann, …": how a letter begins. */
const POLITE =
  /^dear (?:sirs?|madam|all|colleagues?|friends?|readers?|committee|board|guests?|visitors?|members?|participants?|parents|neighbours?|everybody|everyone)\b[^,.!?]{0,40}, /i
/** "Ann Lee, known as the Needle, spent …" and "The daughter of a baker, she was …": what stands beside its subject. */
const BESIDE_NAME = /^(\p{Lu}[^,.;:]{1,60}), ((?:known|called|nicknamed|named)\b[^,.;]{3,80}), (?=\p{Ll})/u
const BEFORE_PRONOUN =
  /^((?:The|An?) (?:\p{L}+ )?(?:son|daughter|child|grandson|granddaughter|descendant|student|pupil|native|member)\b[^,.;]{2,80}), (he|she|they) ((was|were|did|had)?\b)/u

export const withoutSalutation = (sentence: string): string => sentence.replace(POLITE, '')

/** "Ann Lee (61) has taught for years" */
const AGE_BEHIND_NAME = /^(\p{Lu}[^,.;:()]{1,60}) \((?:aged? )?(\d{1,3})\),? (?=\p{L})/u
/** "Born and raised in Ulm, she discovered a mineral" */
const BORN_BEFORE_PRONOUN =
  /^((?:Born|Raised|Educated|Trained|Orphaned|Apprenticed)\b[^,.;]{2,60}), (he|she|they) /u

/** A sentence that tells two things of one, as two. */
export function appositionsOf(sentence: string): readonly string[] {
  const aged = AGE_BEHIND_NAME.exec(sentence)
  if (aged !== null)
    return [`${aged[1]} is ${aged[2]} years old.`, `${aged[1]} ${sentence.slice(aged[0].length)}`]
  const born = BORN_BEFORE_PRONOUN.exec(sentence)
  if (born !== null) {
    const [found, told = '', pronoun = ''] = born
    const was = `${capitalise(pronoun)} ${pronoun === 'they' ? 'were' : 'was'} ${uncapitalise(told)}.`
    return [was, `${capitalise(pronoun)} ${sentence.slice(found.length)}`]
  }
  const beside = BESIDE_NAME.exec(sentence)
  if (beside !== null) {
    const [found, subject = '', told = ''] = beside
    return [`${subject} is ${told}.`, `${subject} ${sentence.slice(found.length)}`]
  }
  const before = BEFORE_PRONOUN.exec(sentence)
  if (before === null) return [sentence]
  const [, told = '', pronoun = ''] = before
  const subject = capitalise(pronoun)
  const rest = sentence.slice(told.length + 2 + pronoun.length)
  return [`${subject} is ${told.charAt(0).toLowerCase()}${told.slice(1)}.`, subject + rest]
}

const NAME_ALONE = /^(\p{Lu}[\p{L}'’. -]{1,40}?)(?:,| [-–—]) (?=\p{Ll})/u
/** "Rosalind 'Red' Harker" */
const NICKNAME = / ['"“‘]\p{Lu}[\p{L} ]{1,20}['"”’](?= \p{Lu})/u

/** "Rosalind Harker, quartermaster of the Widow" has no verb: who the character is. */
export function introducedBy(sentence: string, name: string): string {
  const bare = sentence.replace(NICKNAME, '')
  const [found, called = ''] = NAME_ALONE.exec(bare) ?? []
  const isOwn =
    called.split(' ').every((word) => /^\p{Lu}/u.test(word)) &&
    wordsOf(called).some((word) => namesOf(name).includes(word))
  if (found === undefined || !isOwn) return bare
  const told = bare.slice(found.length)
  const noun = wordsOf(told.split(/ (?:who|which|that) /)[0] ?? '')
  if (noun.length === 0 || isNumber(noun[0] ?? '') || noun.some(isFiniteVerb)) return bare
  if (/^(?:the|an?|my|his|her|their|our)\b/i.test(told)) return `${name} is ${told}`
  if (/ of /.test(told)) return `${name} is the ${told}`
  return `${name} is ${/^[aeiou]/i.test(told) ? 'an' : 'a'} ${told}`
}

const INTRODUCES =
  /^(?:(?:hey|hi|hello|hiya|yo)(?: there)?[,!]? )?(I(?:['’]m| am) \p{L}[\p{L}'’-]{1,20}(?: \p{Lu}[\p{L}'’-]+)?), (?:(\d{1,3})(?: years old)?(?:, |$))(.{0,300})$/iu

/** "Hey, I'm Ann, 34, born in Turin, living in Bath" tells four things. */
export function selfIntroductionOf(sentence: string): readonly string[] {
  const [, who, age = '', rest = ''] = INTRODUCES.exec(sentence.replace(/(?<![.!])[.!]+$/, '')) ?? []
  if (who === undefined) return [sentence]
  const notes =
    rest === ''
      ? []
      : rest.split(/, (?=(?:born|living|working|based|from|raised|married|originally|currently|now)\b)/)
  return [`${capitalise(who)}.`, `I am ${age} years old.`, ...notes.map(toldOfMe)]
}

function toldOfMe(note: string): string {
  const living = /^(?:currently |now )?(living|working) (.+)$/.exec(note)
  if (living !== null) return `I ${living[1] === 'living' ? 'live' : 'work'} ${living[2]}.`
  if (/^(?:born|based|raised|married)\b/.test(note))
    return `I ${/^(?:born|raised)/.test(note) ? 'was' : 'am'} ${note}.`
  if (/^(?:originally )?from\b/.test(note)) return `I come ${note.replace(/^originally /, '')}.`
  return closed(capitalise(note))
}

const SALUTATION =
  /^(?:my )?dear(?:est)? ((?:cousin|brother|sister|aunt|uncle|mother|father|friend) )?(\p{Lu}[\p{L}'’-]+), /iu
const TALE =
  /^(?:once upon a time|long ago|once|in the old days),? there (?:was|lived) (an? .{2,60}?)(?:,? (?:named|called) (\p{Lu}[\p{L} '’-]{1,40}?))?(?:,? (?:who|that) (.{4,300}))?[.]?$/iu

/** "Once upon a time there was a fox named Ann who lived under a mill": who somebody was, and what is told of them. */
export function taleOf(sentence: string): readonly string[] {
  const bare = withoutSalutation(sentence)
  if (bare !== sentence) return [bare]
  const letter = SALUTATION.exec(sentence)
  if (letter !== null) {
    const [greeting, kin = '', to = ''] = letter
    const rest = sentence.slice(greeting.length)
    return [
      ...(kin === '' ? [] : [`${to} is my ${kin.trim().toLowerCase()}.`]),
      ...(/^you\b/i.test(rest) ? [] : [rest]),
    ]
  }
  const match = TALE.exec(sentence)
  const [, what = '', name, told] = match ?? []
  if (match === null || name === undefined) return [sentence]
  return [`${name} was ${what}.`, ...(told === undefined ? [] : [`${name} ${told}.`])]
}

function prepositionOf(born: string): string {
  if (/^\d{4}/.test(born)) return 'in '
  return /^\d/.test(born) ? 'on ' : ''
}

const withoutEnd = (tagline: string) =>
  tagline
    .replace(BORN, '')
    .trim()
    .replace(/(?<![.\s!])[.\s]+$/, '')

export function introductionOf(name: string, tagline: string): string {
  const text = withoutEnd(tagline)
  if (text === '') return `I am ${name}.`
  const noted = notesOf(text)
  if (noted.length > 0) return `I am ${name}. ${roleOf(tagline)}`
  const spoken = predicateOf(text)
  if (spoken === undefined) return `I am ${name}, ${uncapitalise(text)}.`
  return closed(`I am ${name}. ${spoken}`)
}

const NOBODY: Subject = { names: [], pronouns: undefined }

/** A tagline that is a sentence or a predicate, as a sentence in the first person; undefined for a noun. */
function predicateOf(tagline: string): string | undefined {
  if (/\b(?:I|my|I'm|me)\b/.test(tagline)) return closed(capitalise(tagline))
  if (/\byour?\b/i.test(tagline)) return undefined
  const [first = ''] = wordsOf(tagline)
  return firstPersonOf(first) === undefined ? undefined : closed(completeFragment(tagline, NOBODY).join('; '))
}

/** "Fifteen, goalkeeper, lives over a kebab shop" are three notes; none for a tagline that names one thing. */
export function notesOf(tagline: string): readonly string[] {
  const [age = '', ...others] = withoutEnd(tagline).split(', ')
  if (!isNumber(age.toLowerCase()) || wordsOf(age).length > 1 || others.length === 0) return []
  return [
    `I am ${age.toLowerCase()} years old.`,
    ...others.map((note) =>
      firstPersonOf(wordsOf(note)[0] ?? '') === undefined
        ? `I am ${withArticle(uncapitalise(note))}.`
        : closed(completeFragment(capitalise(note), NOBODY).join('; ')),
    ),
  ]
}

/** What the character is, after its tagline: "I am a baker", "I am the keeper of the light". */
export function roleOf(tagline: string): string | undefined {
  const text = withoutEnd(tagline)
  if (text === '') return undefined
  const noted = notesOf(text)
  if (noted.length > 0) return noted.find((each) => /^I am an? /.test(each)) ?? noted[0]
  const predicate = predicateOf(text)
  if (predicate !== undefined) return predicate
  if (/\byour?\b/i.test(text)) return undefined
  const noun = uncapitalise(text)
  if (/^(?:the|an?|one|your|our|my|his|her|just|only|once)\b/i.test(noun)) return `I am ${noun}.`
  if (/^\p{L}+(?: \p{L}+)? (?:of|at|above|on|in|to|for|from)\b/u.test(noun)) return `I am the ${noun}.`
  return `I am ${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}.`
}

const PROPER = /^(?:I\b|\p{Lu}{2}|\p{Lu}\p{Ll}*(?:ian|ish|ese|ch|can|man)\b|\p{Lu}[\p{Ll}]*\s\p{Lu})/u

/** In the middle of a sentence. */
const uncapitalise = (text: string): string =>
  PROPER.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)

/** The names by which a text may call the character, in lower case: the whole, without titles, and each part. */
export function namesOf(name: string): string[] {
  const words = name.toLowerCase().split(/\s+/)
  const own = words.filter((word) => word.length > 2 && !TITLES.test(word))
  return [...new Set([words.join(' '), own.join(' '), ...own])].filter((each) => each !== '')
}

const TITLES =
  /^(?:dr|mr|mrs|ms|sir|ser|dame|lady|lord|madame|captain|brother|sister|father|mother|old|the|doctor|professor|king|queen|prince|princess|saint|st|uncle|aunt|chef|judge|sergeant|general|colonel|major|commander|admiral|nurse|miss|master|baron|count|duke|emperor|pope|monk|friar|nun|coach|detective|inspector|prof|rev|capt|lt|sgt|col|gen|maj|sister|herr|frau|señor|señora|monsieur)\.?$/

/** "the professor" of a professor emerita: how a text may speak of the character, unless it knows another one. */
export function titleIn(tagline: string, background: string): readonly string[] {
  const noun = wordsOf(tagline.split(/ (?:of|at|in|on|for|from|to|who)\b|,/)[0] ?? '').filter(
    (word) => !isFunctionWord(word),
  )
  const told = wordsOf(background)
  const isAnothers = (word: string) =>
    told.some(
      (each, at) =>
        each === word &&
        (ANOTHER.test(told[at - 1] ?? '') || (told[at - 1] === 'the' && isNoun(told[at + 1] ?? 'is'))),
    )
  // "The ferry" is not the ferry woman.
  const titles =
    (PERSON.test(noun[1] ?? '') || DOER.test(noun[1] ?? '')) && !PERSON.test(noun[0] ?? '')
      ? [noun[1]]
      : [noun[0], noun[1]]
  return [...new Set(titles)].flatMap((word) =>
    word === undefined || word.length < 3 || isAnothers(word) ? [] : [`the ${word}`],
  )
}

const PERSON =
  /(?:man|woman|boy|girl|maid|keeper|maker|driver|dealer|seller|trader|owner|warden|ranger|master|mistress|smith|wright|monger|herd|guard|clerk|cook|hand|pilot|mechanic|engineer|guide|merchant|captain)$/

/** "radio operator", "weather magician" */
const DOER = /\p{L}{3}(?:er|or|ist|ian)$/u

/** Behind a title comes what its bearer does; "the ice machine" of an ice master is no title. */
const isNoun = (word: string): boolean =>
  !isFunctionWord(word) && !isAuxiliary(word) && !isFiniteVerb(word) && !isNumber(word)
const ANOTHER = /^(?:an?|another|every|other|new|old|young|former|his|her|their)$/
