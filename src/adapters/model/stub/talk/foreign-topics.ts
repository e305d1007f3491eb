import type { Language } from '../language/detect-language.js'
import { numberOf } from '../language/lemma.js'

export type Foreign = Extract<Language, 'de' | 'fr' | 'es'>

/** What a player asks in any language first: of the character, then of themselves. */
export type PersonalTopic =
  | 'self'
  | 'home'
  | 'origin'
  | 'age'
  | 'work'
  | 'likes'
  | 'playerName'
  | 'aboutPlayer'

type Table = Readonly<Record<PersonalTopic, RegExp>>

const ASKED: Readonly<Record<Foreign, Table>> = {
  de: {
    playerName: /\b(?:wie (?:heiße|heisse) ich|wer bin ich|(?:was|wie) ist mein name|meinen namen)/i,
    aboutPlayer: /\b(?:weißt|weisst|wissen|erinnerst|kennst)\b.{0,20}\b(?:mich|mir)\b/i,
    home: /\bwo (?:wohnst|lebst|wohnen|leben) (?:du|sie)\b/i,
    origin: /\bwoher (?:kommst|stammst|kommen|bist) (?:du|sie)\b|\bwo bist du geboren/i,
    age: /\bwie alt (?:bist|sind) (?:du|sie)\b/i,
    work: /\bwas (?:bist du|machst du|arbeitest du|tust du|ist dein beruf)|\bwas sind sie von beruf/i,
    likes: /\bwas (?:magst|mögen|liebst|gefällt|isst|trinkst) (?:du|sie|dir)\b/i,
    self: /\bwer (?:bist du|sind sie)\b/i,
  },
  fr: {
    playerName:
      /(?:comment (?:est-ce que )?je m'appelle|quel est mon (?:nom|prénom)|qui suis-je|connais mon nom)/i,
    aboutPlayer: /(?:sais|savez|souviens|souvenez|rappelles)\b.{0,20}\b(?:moi|me)\b/i,
    home: /(?:où (?:est-ce que )?(?:tu )?(?:habites|vis|habitez|vivez)|ou habites)/i,
    origin: /(?:d'où (?:est-ce que )?(?:tu )?(?:viens|es|venez|êtes)|où (?:es-tu|êtes-vous) né)/i,
    age: /quel âge/i,
    work: /(?:que (?:fais-tu|faites-vous)|qu'est-ce que (?:tu fais|vous faites)|ton (?:métier|travail)|votre (?:métier|travail)|qu'est-ce que tu es)/i,
    likes: /(?:qu'est-ce que (?:tu aimes|vous aimez)|qu'(?:aimes-tu|aimez-vous)|que (?:aimes|manges|bois))/i,
    self: /\bqui (?:es-tu|êtes-vous|es tu)|tu es qui/i,
  },
  es: {
    playerName: /(?:cómo me llamo|como me llamo|cuál es mi nombre|quién soy|sabes mi nombre)/i,
    aboutPlayer: /(?:sabes|sabe|recuerdas|acuerdas)\b.{0,20}(?:\bmí|\bmi\s*\?)/i,
    home: /(?:dónde|donde) (?:vives|vive)/i,
    origin: /de (?:dónde|donde) (?:eres|es|vienes|viene)|(?:dónde|donde) naciste/i,
    age: /cuántos años|qué edad/i,
    work: /(?:qué (?:eres|haces|trabajo)|a qué te dedicas|en qué trabajas|tu (?:trabajo|profesión))/i,
    likes: /qué (?:te gusta|comes|bebes|amas)/i,
    self: /(?:quién|quien) (?:eres|es usted)/i,
  },
}

/** The question in English that the character answers from what it is. */
export const ENGLISH: Readonly<Record<Exclude<PersonalTopic, 'playerName' | 'aboutPlayer'>, string>> = {
  self: 'Who are you?',
  home: 'Where do you live?',
  origin: 'Where do you come from?',
  age: 'How old are you?',
  work: 'What do you do?',
  likes: 'What do you like?',
}

/** What a message in another language asks of the first things that people ask; undefined for others. */
export const personalTopicOf = (text: string, language: Foreign): PersonalTopic | undefined => {
  const bounded = text.slice(0, 300)
  const table = ASKED[language]
  return TOPICS.find((topic) => table[topic].test(bounded))
}

const TOPICS: readonly PersonalTopic[] = [
  ...(['playerName', 'aboutPlayer', 'home', 'origin', 'age', 'self', 'work', 'likes'] as const),
]

const SAID: Readonly<Record<Foreign, Readonly<Record<'home' | 'origin' | 'age' | 'playerName', string>>>> = {
  de: {
    home: 'Ich wohne in {}.',
    origin: 'Ich komme aus {}.',
    age: 'Ich bin {} Jahre alt.',
    playerName: 'Du heißt {}.',
  },
  fr: {
    home: "J'habite à {}.",
    origin: 'Je viens de {}.',
    age: "J'ai {} ans.",
    playerName: "Tu t'appelles {}.",
  },
  es: { home: 'Vivo en {}.', origin: 'Soy de {}.', age: 'Tengo {} años.', playerName: 'Te llamas {}.' },
}

/** A place or a number of the English answer, said in another language; undefined where it has none to take as it stands. */
export function inOtherWords(topic: PersonalTopic, answer: string, language: Foreign): string | undefined {
  if (topic === 'age') {
    const age = AGED.exec(answer)?.[1]
    const years = age === undefined ? undefined : numberOf(age.toLowerCase())
    return years === undefined ? undefined : fill(SAID[language].age, String(years))
  }
  if (topic !== 'home' && topic !== 'origin') return undefined
  const place = (topic === 'home' ? LIVES_IN : COMES_FROM).exec(answer)?.[1]
  return place === undefined ? undefined : fill(SAID[language][topic], place)
}

export const sayPlayerName = (name: string, language: Foreign): string =>
  fill(SAID[language].playerName, name)

const fill = (phrase: string, value: string): string => phrase.replace('{}', () => value)

const AGED = /\bI am (\d{1,3}|[\p{L}-]{3,20}) years? old\b/u
const PLACE_NAME = "(\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+){0,2})"
const LIVES_IN = new RegExp(
  `\\bI (?:live|have lived|dwell|share a house|rent a room)\\b[^.;]{0,60}? in ${PLACE_NAME}`,
  'u',
)
const COMES_FROM = new RegExp(
  `\\bI (?:come from|am from|was born in|was raised in|grew up in|was born and raised in) ${PLACE_NAME}`,
  'u',
)

const INTRODUCES: Readonly<Record<Foreign, RegExp>> = {
  de: /\b(?:ich heiße|ich heisse|mein name ist) (\p{Lu}[\p{L}'’-]{1,30})/iu,
  fr: /(?:je m'appelle|mon nom est|mon prénom est) (\p{Lu}[\p{L}'’-]{1,30})/iu,
  es: /(?:me llamo|mi nombre es) (\p{Lu}[\p{L}'’-]{1,30})/iu,
}

/** The name by which a player introduces themselves in another language. */
export const introducedName = (text: string, language: Foreign): string | undefined =>
  INTRODUCES[language].exec(text.slice(0, 300).replaceAll('’', "'"))?.[1]
