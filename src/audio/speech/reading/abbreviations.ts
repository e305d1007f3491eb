/** Abbreviations that are written with a full stop, in lower case, and how they are read. */
const EXPANSIONS: ReadonlyMap<string, string> = new Map(
  `mr mister,mrs misses,ms miz,dr doctor,prof professor,capt captain,lt lieutenant,sgt sergeant,col colonel
gen general,rev reverend,hon honourable,jr junior,sr senior,st saint,mt mount,ft fort,ave avenue,rd road,blvd boulevard
dept department,est established,inc incorporated,ltd limited,corp corporation,approx approximately,vs versus
etc et cetera,fig figure,vol volume,jan january,feb february,apr april,aug august,sept september,sep september
tel telephone
oct october,nov november,dec december`
    .split(/[,\n]/)
    .map((row) => [row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)] as const),
)

/** These stand before a name, so a sentence does not end with their full stop. */
const TITLES: ReadonlySet<string> = new Set(
  'mr mrs ms dr prof capt lt sgt col gen rev hon st mt ft vs fig vol approx tel e.g i.e'.split(' '),
)

/** How an abbreviation is read; `word` in lower case, without its last full stop. */
export const expandAbbreviation = (word: string): string | undefined => EXPANSIONS.get(word)

/**
 * Whether the full stop at the end of this word belongs to the word and ends no sentence: `Mr.`, `e.g.` and the
 * initials of a name such as `J.` or `J.R.`.
 */
export function endsInAbbreviation(word: string): boolean {
  const bare = word.replace(/^["'“‘(]{1,4}/u, '')
  return TITLES.has(bare.slice(0, -1).toLowerCase()) || /^(?:\p{Lu}\.){1,4}$/u.test(bare)
}
