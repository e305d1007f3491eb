/** Placeholders for masked secrets. */
const MARKS = ['[card number]', '[key]', '[password]', '[account number]', '[code]'] as const
type Mark = (typeof MARKS)[number]

const CARD = /(?<![\d-])\d(?:[ -]?\d){12,18}(?![\d-])/g
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g

/** The only group of each pattern is the secret part. */
const SECRET_PATTERNS: readonly (readonly [RegExp, Mark])[] = [
  [
    /\b((?:sk|pk|rk|ghp|gho|xox[abp]|svc|sst|key|AKIA|AIza|eyJ)[-_]?[A-Za-z0-9_-]{16,}(?:\.[\w-]+){0,2})/g,
    '[key]',
  ],
  [
    /\b(?:api|secret|access|private)[ _-]?(?:key|token)s?(?: is|'s|:|=)*\s{0,3}["'`]?([^\s"'`]{8,})/gi,
    '[key]',
  ],
  [
    /\b(?:password|passphrase|passcode|passwd|pwd)(?: (?:for|to|of) [\w ]{1,30}?)?(?: is|'s|:|=)+\s{0,3}["'`]?([^\s"'`]+)/gi,
    '[password]',
  ],
  [/\b(?:pin|cvv|cvc)(?: code| number)?(?: is|'s|:|=)*\s{0,3}(\d{3,8})\b/gi, '[code]'],
  [
    /\b(?:one[- ]time|verification|security|login|2fa|otp|sms|door|access)[ -]?(?:code|password|pin)?(?: is|'s|:|=)*\s{0,3}(\d{4,8})\b/gi,
    '[code]',
  ],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----([\s\S]*)/g, '[key]'],
]

/** Replaces secrets with placeholders: valid card numbers and IBANs, keys, passwords, one-time codes. */
export function maskSecrets(text: string): string {
  const masked = SECRET_PATTERNS.reduce(
    (masked, [pattern, mark]) =>
      masked.replace(pattern, (whole: string, secret: string) => whole.replace(secret, mark)),
    text,
  )
  return masked
    .replace(CARD, (digits) => (isCardNumber(digits) ? '[card number]' : digits))
    .replace(IBAN, (code) => (isIban(code) ? '[account number]' : code))
}

export const holdsSecret = (text: string): boolean =>
  MARKS.some((mark) => text.includes(mark)) || maskSecrets(text) !== text

/** Luhn algorithm. */
function isCardNumber(written: string): boolean {
  const digits = [...written].filter((each) => /\d/.test(each)).map(Number)
  const sum = digits.reverse().reduce((total, digit, at) => {
    const doubled = at % 2 === 0 ? digit : digit * 2
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum > 0 && sum % 10 === 0
}

/** ISO 13616: modulo 97 the number is 1. */
function isIban(written: string): boolean {
  const code = written.replaceAll(' ', '')
  const digits = [...(code.slice(4) + code.slice(0, 4))].map((each) => Number.parseInt(each, 36)).join('')
  const rest = [...digits].reduce((remainder, digit) => (remainder * 10 + Number(digit)) % 97, 0)
  return code.length >= 15 && rest === 1
}
