const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Common English words, at least one of which occurs in nearly every sentence. */
const ENGLISH = words(
  "a an the i i'm i've i'll my me we our you your he she it it's they is am are was were be been do does did not don't can " +
    'have has had will would to of in on at for with from and or but so if that this there here what who when where how why ' +
    'no yes ok okay just now then than too very about any some all out up by as his her him them used never also like love',
)

const OTHER_LANGUAGES = words(
  'ich und der die das ist nicht ein eine mein meine wir sie habe bin mit auf für dem den zu nach wohne heiße ' +
    'je tu il elle nous vous est et le la les un une des du mon ma mes ne pas suis dans chez que qui habite ' +
    'el los las una yo mi es y en de que no soy vivo tengo pero con por para ' +
    'io sono di che non ho il per mia mio e vivo abito ' +
    'eu moro em não o os uma meu minha tenho sou ik ben het een niet mijn woon heb jeg er og ikke jag och inte är det ' +
    'ja jestem nie się to i w na mieszkam mam moja mój ' +
    // Third-person words of memories written by hand.
    'wohnt arbeitet heißt mag liebt bei aus seine seiner seinem seinen ihre ihrer ' +
    "travaille aime avec chez s'appelle vive trabaja vit su hermana hermano sua seu mieszka ma woont werkt zijn haar",
)

/** Letters of other scripts. */
const FOREIGN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

/**
 * Whether the rules may read a text. Better to skip a text than to misread it: a quarter of words in another script,
 * or more common words of other languages than of English, rule it out.
 */
export function isEnglish(text: string): boolean {
  const found = text.toLowerCase().match(/[\p{L}\p{M}']+/gu) ?? []
  if (found.length === 0) return false
  const foreign = found.filter((word) => FOREIGN.test(word)).length
  if (foreign * 4 > found.length) return false
  const english = found.filter((word) => ENGLISH.has(word)).length
  const others = found.filter((word) => OTHER_LANGUAGES.has(word) && !ENGLISH.has(word)).length
  // One or two words, such as a name as an answer, need no English word.
  if (found.length <= 2) return others === 0
  return english > others && english > 0
}
