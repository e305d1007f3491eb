import { wordsOf } from './text.js'

/** `other`: a language that is neither English nor one of those the character has phrases of. */
export type Language = 'en' | 'de' | 'fr' | 'es' | 'other'

const WORDS: Readonly<Record<Exclude<Language, 'other'> | 'sv' | 'it' | 'nl' | 'pt' | 'pl', string>> = {
  en: `the is are you your do does did what who where when why how have has had my i am and of to it that this not can will was were me for with hello hi
thanks thank bye yes please good a an in on at from there tell about`,
  de: `ich du bist ist nicht und wie heißt heisst der das ein eine einen wo wer warum wann danke hallo guten tag morgen abend wiedersehen kannst
sprichst mein meine dein deine ja nein bitte tschüss tschuess schön dir mich dich sie wir hast habe bin mit auf wohnst machst geht heiße viele
was vielen dank weißt mich kommst alt woher gute nacht deutsch von zu für magst liebst`,
  fr: `je tu vous est pas et comment le les une où qui pourquoi quand merci bonjour bonsoir salut revoir parlez parles mon ton votre ma ta oui non
s'il t'appelles c'est appelez ça va suis avez as habites habitez fais faites quel quelle âge beaucoup bien français que de des du j'ai
qu'est ce es au aimes m'appelle d'où viens sais moi qu'aimes dans`,
  es: `yo tú eres cómo el los una dónde qué quién cuándo gracias hola adiós hablas mi tu sí buenos días buenas noches tardes llamas llama está
estás soy vives haces tienes muchas por favor hasta luego mañana español cuántos años te me con para pero muy donde como que quien vive
usted gusta eres sabes mí llamo altura tiene naciste cuál nombre`,
  sv: 'är jag och inte hej från det heter du tack hur mår att som på',
  it: 'ciao grazie sono sei come stai chi dove perché non io che di buongiorno arrivederci ti chiami',
  nl: 'ik jij bent niet dank hoe heet het een van goedendag waar wie jouw mijn met dag heb je',
  pt: 'você obrigado obrigada olá não sim como está eu sou onde quem meu seu bom dia tchau uma',
  pl: 'jest się nie tak cześć dziękuję jak masz na imię dzień dobry gdzie kto co jestem',
}
const TABLES = Object.entries(WORDS).map(
  ([language, words]) => [language, new Set(words.split(/\s+/))] as const,
)
const KNOWN: readonly string[] = ['en', 'de', 'fr', 'es']
/** Letters of scripts that are not the Latin one. */
const FOREIGN_SCRIPT =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Devanagari}]/gu

/** Shorter words stand in several languages. */
const DISTINCT = 4

/** The language of a message, by its commonest words; English unless another one has more of them. */
export function languageOf(text: string): Language {
  const bounded = text.slice(0, 300)
  const foreign = bounded.match(FOREIGN_SCRIPT)
  if (foreign !== null && foreign.length * 2 > bounded.replace(/[\s\p{P}]/gu, '').length) return 'other'
  // "Où habites-tu ?"
  const words = wordsOf(bounded.replace(/(?<=\p{L})-(?=\p{L})/gu, ' '))
  const hits = TABLES.map(([language, table]) => ({
    language,
    hits: words.filter((word) => table.has(word)).length,
  }))
  const english = hits[0]?.hits ?? 0
  const [best] = hits.slice(1).sort((a, b) => b.hits - a.hits)
  if (best === undefined || best.hits <= english || best.hits * 3 < words.length) return 'en'
  // "Ta very much" is no French, though it has a word of it.
  if (best.hits < 2 && !words.some(isDistinct)) return 'en'
  // The table's keys are languages, and what is not among those known is other.
  return (KNOWN.includes(best.language) ? best.language : 'other') as Language
}

const isDistinct = (word: string): boolean =>
  word.length >= DISTINCT && TABLES.slice(1).some(([, table]) => table.has(word))
