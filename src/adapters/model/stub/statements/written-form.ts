import { inFullSpelling } from '../language/spelling.js'
import { markedSentencesOf, stemsOf } from '../language/text.js'
import { isPeriod, tellPeriod } from './curriculum.js'
import { completeAnswer, declaredBy } from './interview.js'

/** A stretch of a persona's text: what is told of the character, what it says itself, or how it talks. */
export type Stretch = {
  readonly kind: 'told' | 'spoken' | 'manner'
  readonly text: string
  /** Lemmas of the question that a spoken stretch answers. */
  readonly asked: readonly string[]
}

const LINES_MAX = 800
const NOTHING: readonly string[] = []

/** What a heading or a field calls the ways of talking; what stands under it is not spoken. */
const OF_MANNER =
  /^(?:personality|traits?|character traits|tone|(?:speaking |speech |writing )?style|speech|voice|manners?|mannerisms?|behaviou?r|rules?|instructions?|guidelines?|constraints?|format|how (?:you|he|she|they|to) (?:speak|talk|answer|behave)|do not|don'ts?|dos and don'ts)$/i
/** What a field calls a text about the character; the text stands for itself. */
const OF_TEXT =
  /^(?:back ?story|background|history|bio|biography|story|life|description|about(?: (?:me|you|him|her|them))?|summary|facts?|notes?|persona|character sheet|setting|world|scenario)$/i
const OF_NAME = /^(?:(?:full |character )?name|character|char)$/i
const FIELD = /^([\p{L}' ]{2,30}):(?!\S)(.*)/u
const OTHER_SPEAKER =
  /^(?:interviewer|interview|user|player|q|question|reporter|journalist|host|\{\{user\}\}|you)$/i
const OWN_SPEAKER = /^(?:a|answer|character|char|npc|me|\{\{char\}\})$/i
const SPEECH = /^([\p{L}{][\p{L}\p{N}'.{} -]{0,40}):/u
/** Shorter lines end where their author ended them. */
const WRAPPED_LENGTH = 60

type Line = { readonly text: string; readonly isItem: boolean; readonly isHeading: boolean }

/**
 * Reads the written form of a text: headings, lists, emphasis, lines that were wrapped, fields such as `Backstory:`, and
 * an interview or dialogue whose speakers are named before what they say. `names` are those of the character.
 */
export function stretchesOf(text: string, names: readonly string[]): readonly Stretch[] {
  const lines = unwrapped(inFullSpelling(text)).flatMap(fieldsApart)
  const others = otherSpeakers(lines, names)
  const isDialogue =
    others.size > 0 || lines.some(({ text: line }) => speakerOf(line, names, others) === 'other')
  const stretches: Stretch[] = []
  let kind: 'told' | 'manner' = 'told'
  let speaker: 'own' | 'other' | undefined
  let asked = NOTHING
  let question = ''
  let heading = ''
  const add = (what: Stretch['kind'], line: string) => {
    if (line.trim() !== '')
      stretches.push({ kind: what, text: line, asked: what === 'spoken' ? asked : NOTHING })
  }
  for (const { text: line, isHeading } of lines) {
    if (isHeading) {
      kind = OF_MANNER.test(line) ? 'manner' : 'told'
      heading = line
      speaker = undefined
      continue
    }
    const said = isDialogue ? speakerOf(line, names, others) : undefined
    speaker = said ?? speaker
    const spoken = said === undefined ? line : line.slice(line.indexOf(':') + 1).trim()
    if (speaker === 'other') {
      question = spoken
      asked = stemsOf(spoken).filter((lemma) => !names.includes(lemma))
      for (const declared of declaredBy(spoken)) add('spoken', declared)
    } else if (speaker === 'own') {
      add('spoken', question === '' ? spoken : withFirstCompleted(question, spoken))
      question = ''
    } else {
      const field = FIELD.exec(line)
      const label = field?.[1]?.trim() ?? ''
      const value = field?.[2]?.trim() ?? ''
      if (OF_NAME.test(label)) {
        const nickname = NICKNAME.exec(value)?.[1]
        if (nickname !== undefined) add('spoken', `My nickname is ${nickname}.`)
        for (const told of markedSentencesOf(value).slice(1)) add(kind, told)
        continue
      }
      if (OF_MANNER.test(label)) {
        if (value === '') kind = 'manner'
        else add('manner', value)
      } else if (OF_TEXT.test(label)) {
        kind = 'told'
        add('told', value)
      } else {
        const period = tellPeriod(line, heading)
        if (period === undefined) add(kind, line)
        else add('spoken', period)
      }
    }
  }
  return stretches
}

/** "Wilhelmina \"Mina\" Dross" */
const NICKNAME = /["“'‘(](\p{Lu}[\p{L} -]{1,20})["”'’)]/u

/** "Name: Ann. Age: 40. Hates: noise." has its fields in one line. */
function fieldsApart(line: Line): readonly Line[] {
  if (line.isHeading || !FIELD.test(line.text)) return [line]
  const fields = line.text.split(NEXT_FIELD)
  return fields.length < 2 ? [line] : fields.map((text) => ({ ...line, text }))
}

const NEXT_FIELD = /(?<=[.!;]) (?=\p{Lu}[\p{L}']{1,20}(?: [\p{L}']{1,20})?: )/u

function withFirstCompleted(question: string, answer: string): string {
  const [first = '', ...rest] = markedSentencesOf(answer)
  const told = completeAnswer(question, first)
  return told === first ? answer : [told, ...rest].join(' ')
}

/** Where the character speaks under its name, whoever speaks at least twice or asks is the other one. */
function otherSpeakers(lines: readonly Line[], names: readonly string[]): ReadonlySet<string> {
  const labels = lines
    .map(({ text }) => ({ text, label: labelOf(text) ?? '' }))
    .filter(({ label }) => label !== '')
  if (labels.filter(({ label }) => names.includes(label)).length < 2) return new Set()
  const isOther = ({ text, label }: { text: string; label: string }) =>
    !names.includes(label) &&
    !OF_MANNER.test(label) &&
    !OF_TEXT.test(label) &&
    (/\?\s*$/.test(text) || labels.filter((each) => each.label === label).length > 1)
  return new Set(labels.filter(isOther).map(({ label }) => label))
}

const labelOf = (line: string): string | undefined => SPEECH.exec(line)?.[1]?.trim().toLowerCase()

/** Who says a line that begins with a speaker; undefined for one that does not. */
function speakerOf(
  line: string,
  names: readonly string[],
  others: ReadonlySet<string>,
): 'own' | 'other' | undefined {
  const speaker = labelOf(line)
  if (speaker === undefined) return undefined
  if (OTHER_SPEAKER.test(speaker) || others.has(speaker)) return 'other'
  return OWN_SPEAKER.test(speaker) || names.includes(speaker) ? 'own' : undefined
}

/** Without markup, and each line that was broken for its length joined with the next. */
function unwrapped(text: string): readonly Line[] {
  const lines: Line[] = []
  let isOpen = false
  for (const raw of text.split('\n').slice(0, LINES_MAX)) {
    const trimmed = raw.trim()
    if (trimmed === '' || /^(?:---|```|===)/.test(trimmed)) {
      isOpen = false
      continue
    }
    const isItem = /^(?:[-*•+]|\d{1,2}[.)])\s+/.test(trimmed) || isPeriod(trimmed)
    const bare = trimmed
      .replace(/^(?:#+|[-*•+]|\d{1,2}[.)])\s+/, '')
      .replace(/\*\*|__|`/g, '')
      .replace(/^\[([^\]]{1,60})\]$/, '$1')
      // "Height 1.2 m / mass 48 kg / four arms"
      .replace(/ \/ (?=[^/]{1,200} \/ |[^/]{1,200}$)/g, '; ')
    const isHeading =
      /^#+\s/.test(trimmed) ||
      (/^\[[^\]]{1,60}\]$/.test(trimmed) && !isItem) ||
      /^[\p{Lu}&/ ]{4,40}:?$/u.test(trimmed)
    const last = lines.at(-1)
    if (isOpen && last !== undefined && !isItem && !isHeading && !FIELD.test(bare))
      lines[lines.length - 1] = { ...last, text: `${last.text} ${bare}` }
    else lines.push({ text: isHeading ? bare.replace(/:$/, '') : bare, isItem, isHeading })
    isOpen = !isHeading && trimmed.length >= WRAPPED_LENGTH && !/[.!?:;…”"]$/.test(trimmed)
  }
  return lines
}
