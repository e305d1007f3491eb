/** A line of a curriculum vitae: "2012 – 2019: nurse, Royal Infirmary, Bradford". */
const PERIOD =
  /^(?:from |since )?((?:\p{L}{3,9} )?\d{4})(?: ?(?:[–—-]|to|until) ?((?:\p{L}{3,9} )?\d{4}|today|now|present|date|current))?: (\S.*)$/iu
const OF_EDUCATION = /\b(?:educat\w*|schools?|training|studies|qualifications?|academic)\b/i
const COURSE =
  /^(?:an? )?(?:diploma|degree|bachelor|master|doctorate|ph\.?d|certificate|apprenticeship|course|training|a-levels?)\b/i

/** Whether a line tells what was done from one year to another. */
export const isPeriod = (line: string): boolean => PERIOD.test(line)

/** Such a line as a sentence: what it is about is seen from the heading it stands under. */
export function tellPeriod(line: string, heading: string): string | undefined {
  const match = PERIOD.exec(line)
  if (match === null) return undefined
  const [, from = '', to = '', what = ''] = match
  const isNow = /^(?:today|now|present|date|current)$/i.test(to)
  const then = to === '' ? `In ${from}` : `From ${from} to ${to}`
  const when = isNow ? `Since ${from}` : then
  const bare = what.replace(/ \(([^()]{2,80})\)/, ', $1').replace(/[.]$/, '')
  const [head = '', ...rest] = bare.split(', ')
  const place = rest.findIndex((part) => /^\p{Lu}/u.test(part))
  const placed = rest.map((part, at) => (at === place ? ` at ${part}` : `, ${part}`)).join('')
  if (OF_EDUCATION.test(heading) || COURSE.test(head))
    return `${when} I ${isNow ? 'have ' : ''}${COURSE.test(head) ? `${isNow ? 'done' : 'did'} ${withArticle(head)}` : `studied ${head}`}${placed}.`
  return `${when} I ${isNow ? 'have worked' : 'worked'} as ${withArticle(head)}${placed}.`
}

const withArticle = (noun: string): string =>
  /^(?:the|an?|my|our)\b/i.test(noun) ? noun : `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
