const LETTERS =
  'ay bee see dee ee eff gee aitch eye jay kay ell em en oh pee cue are ess tee you vee double_you ex why zee'.split(
    ' ',
  )

/** The names of the letters in a text. */
export function readLetters(text: string): string[] {
  const letters = text.toLowerCase().match(/[a-z]/g) ?? []
  return letters.flatMap((letter) => (LETTERS[letter.charCodeAt(0) - 97] ?? '').split('_'))
}

/** Spelled although they could be said as words. */
const SPELLED: ReadonlySet<string> = new Set(
  (
    'USA UK US EU UN AI API ID FAQ CEO CIA UFO IOU IQ URL OK AD BCE CE CPU GPU ATM IBM DIY VIP ETA HIV GPA AKA SUV UV OS ' +
    'IP AC EV ISO UI UX FBI'
  ).split(' '),
)

/** Capitals that cannot be said as a word are spelled: FBI, NPC, also in the plural. */
export function readCapitals(token: string): string[] | undefined {
  const [, letters = '', end = ''] = /^([A-Z]{1,6})('?s)?$/.exec(token) ?? []
  const isSpelled = SPELLED.has(letters) || /^[B-DF-HJ-NP-TV-XZ]{1,6}$/.test(letters)
  if (!isSpelled) return undefined
  const names = readLetters(letters)
  return end === '' ? names : [...names.slice(0, -1), `${names.at(-1) ?? ''}s`]
}
