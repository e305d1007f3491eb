import { lemmaOf } from '../language/lemma.js'
import { wordsOf } from '../language/text.js'
import { baseOfPast, firstPersonOf, isBaseVerb } from '../language/verbs.js'

const NAME = "\\p{Lu}[\\p{L}'’-]*(?: \\p{Lu}[\\p{L}'’-]*){0,2}"
const DESCRIBED = new RegExp(`^(${NAME}) ?\\(([^()]{2,80})\\)$`, 'u')
const BEHIND_COMMA = new RegExp(`^(${NAME}), (.{2,160})$`, 'u')
const PEOPLE_MAX = 12
const NUMBER = /^(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) /i

/**
 * A field that lists people or animals by name: "Three daughters: Hilda (a guard), Runa" is "I have three daughters:
 * Hilda and Runa." and "My daughter Hilda is a guard."; "Wife: Dagna, brews ale" is "My wife is Dagna." and "My wife Dagna
 * brews ale.". Empty for other fields.
 */
export function peopleIn(label: string, value: string): readonly string[] {
  const items = splitOutside(value.replace(/(\)) and (?=\p{Lu}[^(]{1,40}\()/u, '$1, '))
  const key = label.charAt(0).toLowerCase() + label.slice(1)
  const apart = value.split('; ').map((item) => BEHIND_COMMA.exec(item))
  if (apart.length > 1 && apart.every((each) => each !== null))
    return listed(
      key,
      apart.map((each) => `${each[1]} (${each[2]})`),
    )
  if (items.length > 1 && items.some((item) => DESCRIBED.test(item))) return listed(key, items)
  const one = items.length === 1 ? DESCRIBED.exec(value) : BEHIND_COMMA.exec(value)
  if (one === null || /^(?:the|my|your|his|her|their)\b/i.test(key) || wordsOf(key).length > 3) return []
  const [, name = '', about = ''] = one
  const said = predicateOf(about)
  return said === undefined ? [] : [`My ${key} is ${name}`, `My ${key} ${name} ${said}`]
}

/** "two daughters (Rufaro, 9, and Chipo, 6)" or "two sons, Jan (12) and Tom (9)": the names, and how old each is. */
export function agesIn(text: string): readonly string[] {
  const single = AGED_ONE.exec(text)
  const match = AGED_PEOPLE.exec(text)
  const [, , many = '', , listing = ''] = match ?? []
  const items = [...listing.matchAll(AGED)].slice(0, PEOPLE_MAX)
  if (items.length < 2) return single === null ? [] : [`${single[1]} is ${single[2]} years old`]
  const role = singularOf(many)
  return [
    `My ${many} are ${items
      .slice(0, -1)
      .map(({ 1: name }) => name)
      .join(', ')} and ${items.at(-1)?.[1]}`,
    ...items.map(({ 1: name, 2: age }) => `My ${role} ${name} is ${age} years old`),
  ]
}

/** "her daughter Juno, 9, sings", "my brother Tom (31)" */
const AGED_ONE =
  /\b(?:[Mm]y|[Oo]ur|his|her|their|an?|and) (?:\p{Ll}[\p{L}-]+ ){0,2}\p{Ll}[\p{L}-]+,? (?:(?:called|named|is) )?(\p{Lu}\p{L}+)(?:, | \()(?:aged? )?(\d{1,2}|(?:one|two|three|four|five|six|seven|eight|nine)|ten|eleven|twelve|\p{L}{3,5}teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\p{L}+)?)(?=[,);.]|$)/u
const AGED_PEOPLE =
  /\b(two|three|four|five|six|seven|\d) ((?:\p{Ll}+ )?(?:sons|daughters|children|kids|boys|girls|brothers|sisters|grandchildren|nephews|nieces|cats|dogs|horses))(,|:| ?\() ?([^.;]{4,200})/u
const AGED =
  /(?<![\p{L}'’-])(\p{Lu}[\p{L}'’-]{1,30})(?:, | ?\()(?:aged? )?(\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?=[,;)]| and|$)/gu

function listed(key: string, items: readonly string[]): readonly string[] {
  const people = items.slice(0, PEOPLE_MAX).map((item) => {
    const [, name = item, about = ''] = DESCRIBED.exec(item) ?? []
    return { name, about }
  })
  const names = people.map(({ name }) => name)
  const all = `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
  const role = singularOf(key.replace(NUMBER, ''))
  const whole = NUMBER.test(key) ? `I have ${key}: ${all}` : `My ${key} are ${all}`
  return [
    whole,
    ...people.flatMap(({ name, about }) => {
      const said = about === '' ? undefined : predicateOf(about)
      return said === undefined ? [] : [`My ${role} ${name} ${said}`]
    }),
  ]
}

function singleWord(word: string): string {
  if (/^(?:children|kids)$/.test(word)) return 'child'
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/([^s])s$/, '$1')
}

const singularOf = (noun: string): string => {
  const words = noun.split(' ')
  const last = words.at(-1) ?? ''
  const single = singleWord(last)
  return [...words.slice(0, -1), single].join(' ')
}

const QUALITY =
  /^(?:slow|quick|fast|honest|kind|shy|bold|brave|clever|clumsy|loud|quiet|old|young|tall|short|fat|thin|strong|weak|smart|stupid|calm|cross|good|bad|rich|poor|blind|deaf|mute|lame|tired|sick|ill|mean|nice|sweet|wild|tame|fond|proud|keen|stubborn|gentle|lazy|serious|strict|rude|patient|\p{L}+(?:ous|ive|ish|able|ible|some|less|ful))$/u
const TIMES =
  /^(?:mornings?|afternoons?|evenings?|nights?|(?:week|mon|tues|wednes|thurs|fri|satur|sun)days?)$/i

/** "brews the ale" as it is; "a guard" and "too young to work" with "is"; undefined for a clause. */
function predicateOf(about: string): string | undefined {
  // "Osgood Pym, who copies my kites"
  const relative = /^(?:who|which) (.+)$/.exec(about)?.[1]
  if (relative !== undefined) return relative
  const [first = '', second = ''] = wordsOf(about)
  if (/^(?:i|he|she|it|they|we|my|our)(?:'\p{L}+)?$/u.test(first)) return undefined
  if (firstPersonOf(first) !== undefined && !isBaseVerb(first)) return about
  if (/^(?:has|was|had|never|no|is)$/.test(first)) return /^(?:no|never)$/.test(first) ? undefined : about
  if (TIMES.test(about)) return `is there ${/day/.test(about) ? 'on' : 'in the'} ${about}`
  if (
    baseOfPast(first) !== undefined &&
    !/^(?:married|retired|divorced|widowed|engaged|adopted)$/.test(first)
  )
    return about
  if (
    /^(?:an?|the|too|very|in|at|from|on|dead|twelve|\d+)$/.test(first) ||
    /(?:ed|ing|y|ful|less)$/.test(first) ||
    second === 'years'
  )
    return `is ${about}`
  if (/^\d|^(?:two|three|four|five|six|seven|eight|nine|ten|eleven)$/.test(first)) return `is ${about}`
  if (QUALITY.test(first)) return `is ${about}`
  const isKnownRole = lemmaOf(first).length > 2 && /^\p{Ll}/u.test(about)
  return isKnownRole ? `is ${/^[aeiou]/i.test(about) ? 'an' : 'a'} ${about}` : undefined
}

/** At commas and "and" that stand in no brackets. */
function splitOutside(value: string): readonly string[] {
  const items: string[] = []
  let depth = 0
  let item = ''
  for (const char of value.slice(0, 600)) {
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if ((char === ',' || char === ';') && depth === 0) {
      items.push(item.trim())
      item = ''
    } else item += char
  }
  return [...items, item.trim()].map((each) => each.replace(/^and /, '')).filter((each) => each !== '')
}
