/** What is known of a language's words. */
export type Language = {
  readonly name: string
  /** Words that say nothing by themselves. */
  readonly stopWords: ReadonlySet<string>
  stem(word: string): string
}

/** Those whose stop words are equally many in a text are told apart by this order: the common ones first. */
const SOURCES = [
  ['english', () => import('@orama/stemmers/english'), () => import('@orama/stopwords/english')],
  ['german', () => import('@orama/stemmers/german'), () => import('@orama/stopwords/german')],
  ['french', () => import('@orama/stemmers/french'), () => import('@orama/stopwords/french')],
  ['spanish', () => import('@orama/stemmers/spanish'), () => import('@orama/stopwords/spanish')],
  ['italian', () => import('@orama/stemmers/italian'), () => import('@orama/stopwords/italian')],
  ['portuguese', () => import('@orama/stemmers/portuguese'), () => import('@orama/stopwords/portuguese')],
  ['dutch', () => import('@orama/stemmers/dutch'), () => import('@orama/stopwords/dutch')],
  ['swedish', () => import('@orama/stemmers/swedish'), () => import('@orama/stopwords/swedish')],
  ['danish', () => import('@orama/stemmers/danish'), () => import('@orama/stopwords/danish')],
  ['norwegian', () => import('@orama/stemmers/norwegian'), () => import('@orama/stopwords/norwegian')],
  ['finnish', () => import('@orama/stemmers/finnish'), () => import('@orama/stopwords/finnish')],
  ['hungarian', () => import('@orama/stemmers/hungarian'), () => import('@orama/stopwords/hungarian')],
  ['romanian', () => import('@orama/stemmers/romanian'), () => import('@orama/stopwords/romanian')],
  ['turkish', () => import('@orama/stemmers/turkish'), () => import('@orama/stopwords/turkish')],
  ['russian', () => import('@orama/stemmers/russian'), () => import('@orama/stopwords/russian')],
  ['ukrainian', () => import('@orama/stemmers/ukrainian'), () => import('@orama/stopwords/ukrainian')],
  ['bulgarian', () => import('@orama/stemmers/bulgarian'), () => import('@orama/stopwords/bulgarian')],
  ['greek', () => import('@orama/stemmers/greek'), () => import('@orama/stopwords/greek')],
  ['arabic', () => import('@orama/stemmers/arabic'), () => import('@orama/stopwords/arabic')],
] as const

/** Languages with stop words only: their words have no endings to take off. */
const UNSTEMMED = [
  ['japanese', () => import('@orama/stopwords/japanese')],
  ['mandarin', () => import('@orama/stopwords/mandarin')],
] as const

/** Loads the tables, which takes some 60 ms, so it is not done before an index is made. */
export async function loadLanguages(): Promise<readonly Language[]> {
  const stemmed = SOURCES.map(async ([name, stemmer, words]): Promise<Language> => {
    const [{ stemmer: stem }, { stopwords }] = await Promise.all([stemmer(), words()])
    return { name, stem, stopWords: new Set(stopwords) }
  })
  const unstemmed = UNSTEMMED.map(async ([name, words]): Promise<Language> => {
    const { stopwords } = await words()
    return { name, stem: (word) => word, stopWords: new Set(stopwords) }
  })
  return Promise.all([...stemmed, ...unstemmed])
}
