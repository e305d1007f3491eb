/** Canonical words for variants of relations. */
const RELATIONS: Readonly<Record<string, string>> = {
  mum: 'mother',
  mom: 'mother',
  mommy: 'mother',
  mummy: 'mother',
  dad: 'father',
  daddy: 'father',
  grandma: 'grandmother',
  granny: 'grandmother',
  nana: 'grandmother',
  grandpa: 'grandfather',
  granddad: 'grandfather',
  kid: 'child',
  kids: 'child',
  children: 'child',
  wives: 'wife',
  neighbor: 'neighbour',
  coworker: 'colleague',
  roommate: 'flatmate',
  housemate: 'flatmate',
  girl: 'daughter',
  boy: 'son',
  fiancée: 'fiance',
  fiancé: 'fiance',
  puppy: 'dog',
  kitten: 'cat',
  bunny: 'rabbit',
  grandkids: 'grandchild',
  grandchildren: 'grandchild',
}

const SHE = 'mother|sister|wife|girlfriend|daughter|grandmother|granddaughter|aunt|niece'
const HE = 'father|brother|husband|boyfriend|son|grandfather|grandson|uncle|nephew'
const EITHER =
  'partner|fiance|spouse|child|grandchild|twin|cousin|friend|flatmate|neighbour|colleague|boss|manager|teacher|coach|therapist|mentor'
const ANIMALS =
  'dog|cat|hamster|parrot|budgie|horse|pony|rabbit|tortoise|turtle|goldfish|fish|lizard|snake|ferret|guinea pig|tarantula|rat|mouse|goat|hen|bird|pet'

const ANIMAL = new RegExp(`^(?:${ANIMALS})$`)
const ALL = [...`${SHE}|${HE}|${EITHER}|${ANIMALS}`.split('|'), ...Object.keys(RELATIONS)]

/** A word for a relative, a friend or a pet, singular or plural. */
export const RELATION_PATTERN = `(?:${ALL.filter((word) => word !== 'girl' && word !== 'boy')
  .sort((a, b) => b.length - a.length)
  .join('|')})s?(?:-in-law)?`

/** Adjectives between `my` and the relation. */
export const RELATION_MODIFIER_PATTERN =
  '(?:(?:own|little|big|older|elder|younger|eldest|oldest|youngest|baby|best|old|good|close|dear|late|new|other|half|twin|only|lovely|poor|sweet)[ -]){0,5}'

/** A name of one to three words. */
export const NAME_PATTERN = "\\p{Lu}[\\p{L}'’-]*\\p{L}(?: (?:van |de |von )?\\p{Lu}[\\p{L}'’-]*\\p{L}){0,2}"

const NO_NAME =
  /^(?:I|I'm|I've|I'll|I'd|My|Mr|Mrs|He|She|It|We|They|You|The|That|This|There|And|But|So|Oh|Ok|Okay|Yes|No|Hi|Hello|Hey|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter|English|French|German|Spanish|Italian|Portuguese|Dutch|Polish|Russian|Japanese|Chinese|Indian|American|British|Catholic|Muslim|Christian|Jewish|God|Actually|Also|Now|Well|What|When|Who|Where|How|Not|Nobody|Everyone|If|In|On|At|For|From|With|Good|Thanks|Thank|Please)$/

const EXACT_NAME = new RegExp(`^${NAME_PATTERN}$`, 'u')

export const isName = (text: string): boolean =>
  EXACT_NAME.test(text) && !NO_NAME.test(text.split(/[ ']/)[0] ?? '')

/** `mum` and `mom` become `mother`, `sisters` becomes `sister`. */
export function canonicalRelation(word: string): string {
  const lower = word.toLowerCase()
  const single = ALL.includes(lower) ? lower : lower.replace(/s(?=-in-law$|$)/, '')
  return RELATIONS[single] ?? single
}

export const isAnimal = (relation: string): boolean => ANIMAL.test(relation)

export type Person = {
  /** Subject of memories about them: the name, or the relation while the name is unknown. */
  readonly key: string
  /** Used in the content of memories: `Beatriz`, `The player's sister`. */
  readonly displayName: string
  readonly relation: string | undefined
  readonly pronoun: 'she' | 'he' | undefined
}

export const toPerson = (relation: string | undefined, name?: string): Person => ({
  key: name ?? relation ?? '',
  displayName: name ?? `The player's ${relation}`,
  relation,
  pronoun: pronounOf(relation ?? ''),
})

function pronounOf(relation: string): Person['pronoun'] {
  if (SHE.split('|').includes(relation)) return 'she'
  return HE.split('|').includes(relation) ? 'he' : undefined
}

/** People mentioned so far, and the last one mentioned, to resolve names and pronouns. */
export type KnownPeople = { readonly known: readonly Person[]; readonly last: Person | undefined }

export const mentionPerson = (people: KnownPeople, person: Person): KnownPeople => ({
  known: [...people.known.filter(({ key }) => key !== person.key), person],
  last: person,
})

export const findPersonByName = ({ known }: KnownPeople, name: string): Person | undefined =>
  known.find(({ key }) => key === name)

/** The person, if exactly one with that relation is known by name; otherwise a nameless one, `the player's sister`. */
export function resolveRelation({ known }: KnownPeople, relation: string): Person {
  const named = known.filter((each) => each.relation === relation && each.key !== relation)
  const [only, ...more] = named
  if (only !== undefined && more.length === 0) return only
  return known.find(({ key }) => key === relation) ?? toPerson(relation)
}

/** The last person mentioned if the pronoun fits, otherwise the last one known with that pronoun. */
export function resolvePronoun({ known, last }: KnownPeople, pronoun: 'she' | 'he'): Person | undefined {
  if (last === undefined) return undefined
  if (last.pronoun === undefined) return { ...last, pronoun }
  return last.pronoun === pronoun ? last : known.findLast((each) => each.pronoun === pronoun)
}

/** Takes an unknown pronoun from the sentence: `my boss says he …`. */
export function inferPronoun(person: Person, sentence: string): Person {
  const [she, he] = [/\b(?:she|her|hers)\b/i.test(sentence), /\b(?:he|him|his)\b/i.test(sentence)]
  if (person.pronoun !== undefined || she === he) return person
  return { ...person, pronoun: she ? 'she' : 'he' }
}
