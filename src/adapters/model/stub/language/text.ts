import { lemmaOf } from './lemma.js'
import { baseOfVerb } from './verbs.js'

/** Words that say nothing about what a sentence is about. */
const FUNCTION_WORDS = new Set(
  `a about actually ah all also always am an and another any anybody anyone anything are aren't as at away be because been before being but by
can can't cannot could did didn't do does doesn't doing don't down each else even ever every everybody everyone everything exactly for from get gets getting go goes going gone gonna got had hadn't happen happened happens has hasn't have haven't having he her here him his how however i if in
into is isn't it its just kind let lot lots many matter may maybe me mine more most much must my myself no nobody none nor not
now of off oh ok okay on once one ones only onto or other others our ours out over please quite rather really said say says shall she
should so some somebody someone something sort still such tell than thank thanks that that's the their them then there these they thing things this
those though through till to too two up upon us very was wasn't way we were weren't what what's when where which while who whom whose
why will with without won't would wouldn't yes yet you your yours yourself after across among during
except toward towards along until upon within anywhere somewhere everywhere together able know knows knew name named called told character npc player user`.split(
    /\s+/,
  ),
)

export const isFunctionWord = (word: string): boolean => FUNCTION_WORDS.has(word)

/** What a text is about: the lemmas of its words, function words left out, in order. */
export const stemsOf = (text: string): string[] => lemmasOf(wordsOf(text))

const POSSESSIVE = /^(?:my|your|his|her|its|our|their|whose)$/

export function lemmasOf(words: readonly string[]): string[] {
  const bare = words.map((word) => word.replace(/'s$/, ''))
  return bare.flatMap((word, at) => {
    const behind = OBJECT.test(bare[at + 1] ?? '') ? at + 2 : at + 1
    const phrase = PHRASES.get(`${baseOfVerb(word) ?? word} ${bare[behind] ?? ''}`)
    if (phrase !== undefined && !beginsTime(bare[behind], bare[behind + 1])) return [phrase]
    if (FUNCTION_WORDS.has(word)) return []
    // "My left hand" says nothing of leaving.
    if (word === 'left' && OF_BODY.test(bare[at + 1] ?? '')) return []
    // "My twin boys" are sons.
    if (
      OWN_CHILD.test(word) &&
      (word.endsWith('s') || LITTLE.test(bare[at - 1] ?? '')) &&
      bare.slice(Math.max(0, at - 2), at).some((each) => /^(?:my|our|your)$/.test(each))
    )
      return [lemmaOf(word), lemmaOf(word.startsWith('boy') ? 'son' : 'daughter')]
    // "My own shop" says nothing of owning.
    if (word === 'own' && POSSESSIVE.test(bare[at - 1] ?? '')) return []
    if (!word.includes('-')) return [lemmaOf(word)]
    // A three-legged dog is no leg.
    const parts = word
      .split('-')
      .filter((part) => part.length > 2 && !FUNCTION_WORDS.has(part) && !/.{3}ed$/.test(part))
    return [lemmaOf(word), ...parts.map(lemmaOf)]
  })
}

const OF_BODY =
  /^(?:hand|arm|leg|foot|eye|ear|knee|side|shoulder|ankle|wrist|thumb|cheek|elbow|wing|paw|hip|manipulator|wheel|bank|shoe|boot|glove|sock|lung|kidney)s?$/
const OWN_CHILD = /^(?:boy|girl)s?$/
const LITTLE = /^(?:little|youngest|younger|eldest|oldest|older|elder)$/

/** It may stand between both: "brought me up". */
const OBJECT = /^(?:it|me|you|him|her|us|them|the|a|your|my|to)$/
/** "Do you go in?" is about entering, "Where do you go in August?" is not. */
const beginsTime = (second: string | undefined, third: string | undefined): boolean =>
  second === 'in' && third !== undefined && !FUNCTION_WORDS.has(third)

/** Two words of which none says what both mean together. */
const PHRASES: ReadonlyMap<string, string> = new Map(
  `grow up=raise|bring up=raise|pick up=learn|get up=wake|bed time=sleep|get out=leave|take over=inherit|pass away=die|give up=quit|you done=finish|
we done=finish|stand people=hate|can't stand=hate|cannot stand=hate|can't bear=hate|cannot bear=hate|knock off=finish|look after=keep|carry on=continue|too many=many|
make up=invent|run away=flee|settle down=settle|go under=sink|let in=admitted|be from=born|am from=born|come from=born|are from=born|you from=born|i from=born|
look like=appearance|free time=hobby|spare time=hobby|day off=hobby|days off=hobby|for fun=hobby|come in=enter|get in=enter|go in=enter|long for=miss|be like=be|is like=be|off duty=hobby|last name=surname|would rather=like|rather be=like|rather do=like|family name=surname|use to=before|by bike=bicycle|get across=cross|pass on=die|spend night=sleep|fall asleep=sleep|go bed=sleep|make living=work|earn living=work|get know=meet|put aside=save|set aside=save|
switch on=activate|turn on=activate|shut down=close|burn down=burn|look for=search|pay up=pay|come back=return|go back=return|get back=return|sell out=betray|pay back=repay|give back=return|
find out=learn|put on=wear|dress up=wear|set off=leave|set out=leave|head for=destination|head to=destination|bound for=destination|work out=exercise|keep fit=exercise|
lose weight=slim|drop weight=slim|fall out=quarrel|show off=boast|belong to=own|care for=keep|take care=keep|break down=break`
    .split('|')
    .map((row) => row.trim().split('='))
    .map(([phrase = '', word = '']) => [phrase, lemmaOf(word)] as const),
)

/** Lower-case words; hyphens, apostrophes and the points and colons of numbers stay inside. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{N}]+(?:(?:['-]|(?<=\p{N})[.:,](?=\p{N}))[\p{L}\p{N}]+)*/gu) ?? []

const ASKS =
  /\?|^[^\p{L}]*(?:please )?(?:tell|describe|explain|show|what|what's|who|who's|where|where's|when|why|how|which|whose)\b/iu

/** Whether a player wants to know something. */
export const isQuestion = (text: string): boolean => ASKS.test(text)

/** A point after these ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:dr|mr|mrs|ms|st|prof|capt|lt|sgt|vs|mt|jr|sr|e\.g|i\.e|approx|\p{Lu})\.$/iu

/** The sentences of a text, each with its closing mark. */
export function markedSentencesOf(text: string): string[] {
  const pieces = (
    text
      .replace(/([.!?]["”])\s+(?=\p{Lu})/gu, '$1\n')
      .match(/[^.!?\n]+(?:[.!?]+(?![.!?\s])[^.!?\n]+)*[.!?]*/g) ?? []
  )
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '')
  const sentences: string[] = []
  for (const piece of pieces) {
    const last = sentences.at(-1)
    if (last !== undefined && ABBREVIATION.test(last) && !isFunctionWord(wordsOf(piece)[0] ?? ''))
      sentences[sentences.length - 1] = `${last} ${piece}`
    else sentences.push(piece)
  }
  return sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}

/** What a player said, fit to be repeated: short, on one line, and without anything a client would take for a tag. */
export function quote(text: string, limit = 120): string {
  const line = text
    .replace(/[<>"“”*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length <= limit ? line : `${characters.slice(0, limit).join('').trimEnd()}…`
}

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** With a closing mark. */
export const closed = (sentence: string): string =>
  /[.!?…”"]$/.test(sentence) ? sentence : `${sentence.replace(/[,;:]$/, '')}.`
