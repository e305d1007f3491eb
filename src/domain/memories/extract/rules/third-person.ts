const OWN: readonly (readonly [RegExp, string])[] = [
  [/\bI'm\b|\bI am\b/gi, 'the player is'],
  [/\bI've\b|\bI have\b/gi, 'the player has'],
  [/\bI'll\b/gi, 'the player will'],
  [/\bI'd\b/gi, 'the player would'],
  [/\bwe're\b|\bwe are\b/gi, 'the player and others are'],
  [/\bwe've\b|\bwe have\b/gi, 'the player and others have'],
  [/\bwe'll\b/gi, 'the player and others will'],
  [/\bwe\b/gi, 'the player and others'],
  [/\bI\b/g, 'the player'],
  [/\bi (?=\w)/g, 'the player '],
  [/\b(?:my|our)\b/gi, "the player's"],
  [/\b(?:me|us)\b/gi, 'the player'],
  [/\byour\b/gi, "the character's"],
  [/\byou\b/gi, 'the character'],
]

/** What the player said of themselves, as somebody else tells it; `she` becomes who is meant. */
export function toThirdPerson(
  text: string,
  { who, shown }: { readonly who: string; readonly shown: string },
): string {
  const told = OWN.reduce((sentence, [pattern, word]) => sentence.replace(pattern, word), text.trim())
  const named = who === 'player' ? told : told.replace(/^(?:he|she)\b/i, shown)
  const whole =
    /^the player|^\p{Lu}/iu.test(named) && STARTS_WITH_SUBJECT.test(named) ? named : `${shown}: ${named}`
  return whole.charAt(0).toUpperCase() + whole.slice(1)
}

const STARTS_WITH_SUBJECT = /^(?:the player|\p{Lu})/iu
