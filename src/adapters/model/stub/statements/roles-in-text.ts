import { lemmaOf } from '../language/lemma.js'
import { isFunctionWord } from '../language/text.js'
import { baseOfPast, isAuxiliary, isBaseVerb, isFiniteVerb } from '../language/verbs.js'

/** What one does to a thing says what it is: "sailed the Crimson Wake". */
const VESSELS: ReadonlyMap<string, string> = new Map([
  ...['sail', 'sailed', 'sails', 'captained', 'commanded', 'boarded'].map((verb) => [verb, 'ship'] as const),
  ...['run', 'ran', 'runs', 'own', 'owned', 'keep'].map((verb) => [verb, 'place'] as const),
])

/** Words that stand before names without saying what those are. */
const NO_NOUNS = new Set(
  `above under between beside behind below near beyond they blue red green black white old young big little small new home around along
past since until with without mrs mr ms miss`.split(/\s+/),
)
type Token = { readonly raw: string; readonly word: string; readonly after: string }

const TOKEN = /([\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*)([^\p{L}\p{N}]*)/gu
const TOKENS_MAX = 80
const NAMED = new Set(['called', 'named', 'nicknamed'])
const COPULAS = new Set(['is', 'was', 'are', 'were', 'am'])
const DETERMINERS = new Set(['my', 'our', 'a', 'an', 'the', 'his', 'her', 'their', 'your', 'its'])
/** Before a name they say what somebody is. */
const TITLES = new Set(
  'king queen prince princess captain professor doctor dr uncle aunt sister brother father mother sergeant admiral wizard saint lord lady madam madame chief old'.split(
    ' ',
  ),
)
const NO_NAME =
  /^(?:I|I'm|I've|I'd|I'll|Mr|Mrs|Ms|Mondays?|Tuesdays?|Wednesdays?|Thursdays?|Fridays?|Saturdays?|Sundays?|January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter|God|English|French|German|Spanish|Italian|Dutch|The|My|Our|A|An|He|She|It|We|They|His|Her|Their|You|Your|There|This|That)$/

/** A name in one sentence, and the lemma of what it stands for there. */
export type RoleOfName = { readonly name: string; readonly role: string }

/** What one sentence says that a name stands for. */
export function rolesInText(text: string): readonly RoleOfName[] {
  const tokens = tokensOf(text)
  const found: RoleOfName[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const end = endOfName(tokens, at)
    if (end === at) continue
    const name = tokens
      .slice(at, end)
      .map(({ raw }) => raw.replace(/['’]s$/, ''))
      .join(' ')
    const roles = [
      roleBefore(tokens, at),
      roleBehind(tokens, end),
      titleOf(tokens, at),
      predicateOf(tokens, at),
    ]
    for (const role of roles) if (role !== undefined) found.push({ name, role: lemmaOf(role) })
    at = end - 1
  }
  return found
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  for (const { 1: raw = '', 2: after = '' } of text.matchAll(TOKEN)) {
    tokens.push({ raw, word: raw.toLowerCase().replaceAll('’', "'"), after })
    if (tokens.length >= TOKENS_MAX) break
  }
  return tokens
}

const isCapital = (token: Token | undefined): boolean =>
  token !== undefined && /^\p{Lu}\p{L}/u.test(token.raw) && !NO_NAME.test(token.raw)

/** Behind the last word of a name that begins here; the same place if none does. */
function endOfName(tokens: readonly Token[], at: number): number {
  const first = tokens[at]
  if (first === undefined || !isCapital(first)) return at
  // The first word of a sentence has a capital letter anyway.
  if (at === 0 && !beginsWithName(tokens)) return at
  let end = at + 1
  while (end - at < 4 && tokens[end - 1]?.after === ' ' && isCapital(tokens[end])) end += 1
  return end
}

function beginsWithName([first, second]: readonly Token[]): boolean {
  if (first === undefined || second === undefined) return false
  if (isFunctionWord(first.word) || isBaseVerb(first.word) || baseOfPast(first.word) !== undefined)
    return false
  return (
    /['’]s$/.test(first.raw) || first.after.startsWith(',') || isFiniteVerb(second.word) || isCapital(second)
  )
}

const isNoun = ({ word }: Token): boolean =>
  /^\p{L}/u.test(word) &&
  !isFunctionWord(word) &&
  !isAuxiliary(word) &&
  !(isFiniteVerb(word) && baseOfPast(word) !== undefined) &&
  !NO_NOUNS.has(word)

/** "my husband Ciro", "a mule called Pepita", "two kids, Wade and Crystal", "My cat is Tom" */
function roleBefore(tokens: readonly Token[], at: number): string | undefined {
  let index = at - 1
  // Back over the other names of a list.
  while (index > 0 && isListed(tokens, index)) index -= 1
  if (tokens[index]?.word === 'home' && tokens[index - 1]?.word === 'at') index -= 2
  const previous = tokens[index]
  if (previous === undefined) return undefined
  // "A tomcat comes every night; I call him Sergeant"
  if (
    /^(?:him|her|it)$/.test(previous.word) &&
    /^(?:call|nam|christen|baptis)(?:ed?|s|es)?$/.test(tokens[index - 1]?.word ?? '')
  )
    return subjectHead(tokens) ?? objectBefore(tokens, index)
  const ridden = VESSELS.get(tokens[at - 2]?.word ?? '')
  if (ridden !== undefined && previous.word === 'the') return ridden
  if (previous.word === 'from' && /^divorced?$/.test(tokens[index - 1]?.word ?? '')) return 'spouse'
  if (previous.word === 'married' || previous.word === 'marry') return 'spouse'
  const isNaming = NAMED.has(previous.word)
  if (isNaming || COPULAS.has(previous.word)) {
    if (!isNaming && !/^(?:my|our)$/.test(tokens[0]?.word ?? '')) return undefined
    index -= 1
    if (COPULAS.has(tokens[index]?.word ?? '')) index -= 1
    const noun = tokens[index]
    if (/^they(?:'re)?$/.test(noun?.word ?? ''))
      return tokens
        .slice(1, index)
        .findLast((each) => isNoun(each) && /[^su']s$/.test(each.word) && !isFiniteVerb(each.word))?.word
    if (noun !== undefined && isNoun(noun) && !isFiniteVerb(noun.word)) return noun.word
    // "a parrot who swears, called George"
    const relative = tokens
      .slice(0, index)
      .findLastIndex(({ word }) => word === 'who' || word === 'that' || word === 'which')
    const named = tokens[relative - 1]
    return named !== undefined && isNoun(named) ? named.word : undefined
  }
  if (!isNoun(previous) || isCapital(previous) || isBaseVerb(previous.word)) return undefined
  if (!/^(?: |, |: | [“"']|, [“"'])$/.test(previous.after)) return undefined
  // "the gardener's daughter, Nell" is nobody's daughter but his.
  const owner = tokens[index - 1]?.word ?? ''
  const role = previous.word.replace(/'s$/, '')
  // "my partner Greta and her daughter Juno"
  if (/^(?:his|her|their)$/.test(owner)) return `${owner} ${lemmaOf(role)}`
  return /'s$/.test(owner) && !/^(?:my|our|your)$/.test(tokens[index - 2]?.word ?? '')
    ? `${owner} ${role}`
    : role
}

/** "I delivered a foal, and the owners named it Blizzard": the first one that is new there. */
function objectBefore(tokens: readonly Token[], end: number): string | undefined {
  const at = tokens.slice(0, end).findIndex(({ word }) => word === 'a' || word === 'an')
  if (at < 0) return undefined
  let head: string | undefined
  for (const token of tokens.slice(at + 1, Math.min(end, at + 5))) {
    if (!isNoun(token) || isCapital(token) || (head !== undefined && isFiniteVerb(token.word))) break
    head = token.word
    if (token.after !== ' ') break
  }
  return head
}

/** What a sentence begins with: "A one-eyed tomcat comes", "My rig's a truck". */
function subjectHead(tokens: readonly Token[]): string | undefined {
  if (!DETERMINERS.has(tokens[0]?.word ?? '')) return undefined
  let head: string | undefined
  for (const token of tokens.slice(1, 5)) {
    const word = token.word.replace(/'s$/, '')
    if (!isNoun({ ...token, word }) || (head !== undefined && isFiniteVerb(word))) break
    head = word
    if (word !== token.word) break
  }
  return head
}

/** "My best friend is the night watchman Sol" */
function predicateOf(tokens: readonly Token[], at: number): string | undefined {
  const copula = tokens.findIndex(({ word }) => COPULAS.has(word))
  if (copula < 1 || at <= copula || at > copula + 5 || !/^(?:my|our)$/.test(tokens[0]?.word ?? ''))
    return undefined
  const isWithin = tokens
    .slice(copula + 1, at)
    .every((token) => DETERMINERS.has(token.word) || isNoun(token) || NAMED.has(token.word))
  return isWithin ? subjectHead(tokens) : undefined
}

const isListed = (tokens: readonly Token[], index: number): boolean => {
  const token = tokens[index]
  if (token === undefined) return false
  if (token.word === 'and') return isCapital(tokens[index - 1])
  return isCapital(token) && (token.after.startsWith(',') || tokens[index + 1]?.word === 'and')
}

/** "Tom, my apprentice", "Onno is my brother", "Hilda (a guard)" */
function roleBehind(tokens: readonly Token[], end: number): string | undefined {
  const last = tokens[end - 1]
  if (last === undefined) return undefined
  const isCopula = COPULAS.has(tokens[end]?.word ?? '') && last.after === ' '
  if (!isCopula && !/^(?:, ?| ?\()$/.test(last.after)) return undefined
  const start = isCopula ? end + 1 : end
  if (!DETERMINERS.has(tokens[start]?.word ?? '')) return undefined
  let role: string | undefined
  for (const token of tokens.slice(start + 1, start + 5)) {
    if (!isNoun(token) || isCapital(token)) break
    role = token.word
    if (token.after !== ' ') break
  }
  return role
}

const titleOf = (tokens: readonly Token[], at: number): string | undefined => {
  const word = tokens[at]?.word ?? ''
  return TITLES.has(word) && word !== 'old' ? word : undefined
}
