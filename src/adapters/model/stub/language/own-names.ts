import { capitalise } from './text.js'
import { isBaseVerb, isFiniteVerb } from './verbs.js'

/** Words and what stands between them, in turn. */
export const tokensOf = (text: string): string[] =>
  text.replaceAll('’', "'").match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*|[^\p{L}\p{N}]+/gu) ?? []

export const isWord = (token: string | undefined): boolean =>
  token !== undefined && /^[\p{L}\p{N}]/u.test(token)

const ADVERBS = new Set(
  `also already always barely ever frequently hardly just mostly never normally now often once only rarely really
recently secretly seldom simply sometimes soon still then truly usually occasionally even not certainly deeply greatly
quietly proudly badly absolutely completely strongly`.split(/\s+/),
)
export const isAdverb = (word: string) => ADVERBS.has(word)

/** How somebody is called who speaks, or is spoken to. */
export type Persons = { readonly i: string; readonly me: string; readonly my: string; readonly self: string }

/** The names of the one who speaks: what they do, what is done to them, and what is theirs. */
export function replaceNames(text: string, names: readonly string[], persons: Persons): string {
  const longest = [...names].sort((a, b) => b.length - a.length)
  const whole = longest[0] ?? ''
  // "Ngaio Ruth Fairweather" is "Ngaio Fairweather" with a name that is known nowhere else.
  const called = whole.includes(' ')
    ? text.replace(CAPITALISED_RUN, (run) => {
        const [first, ...others] = run.toLowerCase().split(' ')
        const last = others.at(-1)
        return first === whole.split(' ')[0] && last === whole.split(' ').at(-1)
          ? whole.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
          : run
      })
    : text
  return longest.reduce((done, name) => (name === '' ? done : replaceName(done, name, persons)), called)
}

const CAPITALISED_RUN = /(?<![\p{L}'’.-])\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’.-]*){1,4}/gu

function replaceName(text: string, name: string, { i, me, my }: Persons): string {
  const lower = text.toLowerCase()
  let done = ''
  let from = 0
  for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + 1)) {
    const isWhole = !/[\p{L}\p{N}-]/u.test(`${lower[at - 1] ?? ''} ${lower[at + name.length] ?? ''}`.trim())
    if (
      !isWhole ||
      // Ann Marsh has not the marsh fever.
      (!name.startsWith('the ') && !/\p{Lu}/u.test(text[at] ?? '')) ||
      at < from ||
      // "Ann is the quartermaster of the Widow"
      (name.startsWith('the ') && /\b(?:is|am|was|became) $/.test(lower.slice(Math.max(0, at - 7), at))) ||
      /\b(?:i am|i'm|name is|called|named) $/.test(lower.slice(Math.max(0, at - 10), at))
    )
      continue
    // "Professor Ann Lee" is Ann Lee.
    done += text.slice(from, at).replace(TITLE_AT_END, '')
    const after = text.slice(at + name.length, at + name.length + 60)
    const isOwner = /^['’]s(?![\p{L}])/u.test(after)
    const next = tokensOf(after).find(isWord)?.toLowerCase() ?? ''
    const isSubject = isFiniteVerb(next) || isAdverb(next) || (isBaseVerb(next) && done.trim() === '')
    const subject = isSubject || done.trim() === '' ? i : me
    done += keepStart(done, isOwner ? my : subject)
    from = at + name.length + (isOwner ? 2 : 0)
  }
  return done + text.slice(from)
}

const TITLE_AT_END =
  /(?<![\p{L}])(?:Professor|Prof\.?|Doctor|Dr\.?|Captain|Capt\.?|Sergeant|Sgt\.?|Colonel|Major|General|Admiral|Inspector|Detective|Judge|Chef|Coach|Nurse|Mr\.?|Mrs\.?|Ms\.?|Miss|Sir|Lady|Lord|Count|Countess) $/u

const keepStart = (before: string, word: string) => (before.trim() === '' ? capitalise(word) : word)
