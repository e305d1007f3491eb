/** Contractions as people type them in a hurry, in full spelling. */
const CONTRACTED: ReadonlyMap<string, string> = new Map(
  `im i'm|ive i've|theyre they're|theyve they've|youre you're|youve you've|hes he's|shes she's|weve we've|thats that's|whats what's|
theres there's|dont don't|doesnt doesn't|didnt didn't|cant can't|wont won't|isnt isn't|arent aren't|wasnt wasn't|werent weren't|
hasnt hasn't|havent haven't|hadnt hadn't|couldnt couldn't|wouldnt wouldn't|shouldnt shouldn't|aint isn't|coz because|cuz because|
cos because|tho though|u you|ur your|n and`
    .split('|')
    .map((row) => row.trim().split(' '))
    .map(([short = '', full = '']) => [short, full] as const),
)
const WORD = /(?<![\p{L}\p{N}'’.@_-])\p{Ll}{1,8}(?![\p{L}\p{N}'’_-])/gu
/** A possessive where a verb must be meant. */
const ITS = /\bits (?=(?:just|an?|the|not|so|very|only|my|been|all|always|too|like)\b)/g
/** The I of somebody who writes no capital letters. */
const SMALL_I = /(?<![\p{L}\p{N}.’'-])i(?=['’](?:m|ve|ll|d)\b|[ ,](?!\.))/gu

/** A text with the apostrophes and capital letters that whoever wrote it left out; the text itself where there are none to add. */
export function inFullSpelling(text: string): string {
  const full = text.replace(WORD, (word) => CONTRACTED.get(word) ?? word).replace(ITS, "it's ")
  return full.replace(SMALL_I, 'I')
}
