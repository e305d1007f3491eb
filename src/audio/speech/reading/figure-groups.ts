import { cardinal, digits, figuresInWords, ordinal, pluralNumber, yearInWords } from './number-words.js'

/** Figures in several groups: fractions, scores, ratios, versions, addresses of machines, ranges, telephone numbers. */
export function readFigureGroups(token: string): string[] | undefined {
  return readFraction(token) ?? readRatio(token) ?? readDotted(token) ?? readRange(token)
}

const HALVES: Readonly<Record<string, string>> = { '2': 'half', '4': 'quarter' }

/** Up to ninths; of ten or a hundred it is a score: `8/10` is eight out of ten. */
function readFraction(token: string): string[] | undefined {
  const [, over = '', under = ''] = /^(\d{1,3})[/⁄](\d{1,3})$/u.exec(token) ?? []
  const [part, whole] = [Number(over), Number(under)]
  if (under === '' || part === 0 || part > whole) return undefined
  if (whole === 10 || whole === 100 || part === whole)
    return [...cardinal(part), 'out', 'of', ...cardinal(whole)]
  if (whole > 10) return undefined
  const name = HALVES[under] === undefined ? ordinal(whole) : [HALVES[under]]
  return [...cardinal(part), ...(part === 1 ? name : pluralNumber(name))]
}

function readRatio(token: string): string[] | undefined {
  const [, one = '', other = ''] = /^(\d{1,3}):(\d{1,3})$/.exec(token) ?? []
  return other === '' ? undefined : [...figuresInWords(one), 'to', ...figuresInWords(other)]
}

/** `v2.0.1` and `192.168.0.1`; telephone numbers are written with full stops, too. */
function readDotted(token: string): string[] | undefined {
  const [, letter = '', figures = ''] = /^(v?)(\d{1,5}(?:\.\d{1,5}){1,4})$/i.exec(token) ?? []
  const groups = figures.split('.')
  if (figures === '' || (groups.length < 3 && letter === '')) return undefined
  if (groups.length === 4 || groups.join('').length > 8)
    return groups.flatMap((group, at) => [...(at > 0 ? ['dot'] : []), ...digits(group)])
  const words = groups.flatMap((group, at) => [...(at > 0 ? ['point'] : []), ...figuresInWords(group)])
  return letter === '' ? words : ['version', ...words]
}

/** Ranges, and telephone numbers. */
function readRange(token: string): string[] | undefined {
  const international = /^\+(\d{7,15})$/.exec(token)?.[1]
  if (international !== undefined) return ['plus', ...digits(international)]
  const percent = /%$/.test(token) ? ['percent'] : []
  const groups = token.replace(/%$/, '').split(/[-–]/u)
  if (groups.length < 2 || groups.length > 5 || !groups.every((group) => /^\d{1,6}$/.test(group)))
    return undefined
  const [from = '', to = ''] = groups
  const isRange = groups.length === 2 && Number(from) < Number(to)
  if (!isRange) return groups.flatMap(digits)
  return [...amountInWords(from), 'to', ...amountInWords(to), ...percent]
}

/** Of four figures: as the year that it mostly is. */
const amountInWords = (figures: string) =>
  /^(?:1[1-9]|20)\d{2}$/.test(figures) ? yearInWords(Number(figures)) : figuresInWords(figures)

/** A telephone number that is written in several words: what of a text it is. */
const TELEPHONE =
  /(?<![\w.])(?:\+\d{1,3}(?:[ .-]\(?\d{1,4}\)?){2,6}|\(\d{2,4}\) ?\d{3,4}[ .-]\d{3,4}|\d{3}[ .]\d{3}[ .]\d{4})(?![\w-])/g

/** Where the telephone numbers of a text begin and end (UTF-16 code units). */
export const findTelephoneNumbers = (
  text: string,
): readonly { readonly from: number; readonly to: number }[] =>
  [...text.matchAll(TELEPHONE)].map(({ index, 0: found }) => ({ from: index, to: index + found.length }))

/** A word of a telephone number, figure by figure. */
export const readTelephone = (word: string): string[] => [
  ...(word.includes('+') ? ['plus'] : []),
  ...digits(word.replace(/\D/g, '')),
]
