/** A tag question after a statement: "…, can you believe it?". */
const TAG =
  /,\s*(?:(?:right|yes|no|remember|you know(?: (?:it|that))?|okay|ok|is (?:that|it) \w+(?: \w+){0,2} ?|imagine|see|huh|eh)\s*\?+|(?:can you (?:believe|imagine)|isn't (?:it|that))[^,]*\?)$/i

/** The sentence without a tag question; undefined when the sentence is a real question. */
export function declarativePart(sentence: string): string | undefined {
  if (!/\?["')\]]*$/.test(sentence)) return sentence
  const statement = sentence.replace(TAG, '')
  return statement === sentence || ASKS.test(statement) ? undefined : statement
}

const ASKS =
  /^(?:(?:and|so|but|oh|well|hey|ok)[, ]+)*(?:who|what|when|where|why|how|which|do|does|did|is|are|am|was|were|can|could|would|will|shall|should|have|has|had)\b/i

/** Polite phrases with `if` that state no condition. */
const POLITE =
  /(?:,|(?<![\s,]))\s*\bif (?:you (?:have|like|want|don't mind|must|ask|know|can)|i(?:'m| am) honest|that(?:'s| is) (?:ok|okay|fine))\b[^,.!]*/gi

const HYPOTHETICAL =
  /\b(?:if|unless|whether|suppose|supposing|imagine|pretend|what if|let's say|let us say|say that|in case|as if|as though|would have|could have|should have|hypothetically|in theory|in a (?:parallel|perfect) )\b/i

const WISHED =
  /\b(?:i|we) (?:\w+ )?(?:wish|hope|dream|want|wanna|plan on|'d (?:love|like|rather|prefer))\b|\b(?:i|we)'d (?:love|like|rather|prefer|be|have|never|\w+)\b|\b(?:hopefully|if only|would love to|would like)\b/i

/** Whether a sentence is conditional or imagined. */
export const isHypothetical = (sentence: string): boolean => HYPOTHETICAL.test(sentence.replace(POLITE, ''))

export const isWish = (clause: string): boolean => WISHED.test(clause)

export const isHedged = (clause: string): boolean =>
  /\b(?:maybe|perhaps|might|may|could|would|should|probably not|possibly|supposedly|not sure|i guess|thinking (?:about|of)|almost|nearly)\b/i.test(
    clause,
  )

const IRONIC = [
  /\b(?:oh|yeah|yep|sure|great|wonderful|fantastic|brilliant|lovely|obviously|of course|clearly)\b.{0,60}\b(?:love|loves|adore|adores|enjoy|enjoys|like|can't wait|happy|thrilled|delighted)\b/i,
  /\b(?:just|simply|totally|absolutely|obviously|so) (?:love|adore|enjoy|live for)s? (?:it when|how|being|having|getting|working|waiting|waking|losing|standing|paying|\w+ing\b|\w+ (?:rain|water|traffic|meetings?|queues?))/i,
  /\b(?:totally|simply|obviously) (?:love|adore|enjoy)s?\b/i,
  /\b(?:nothing better|great fun|what (?:a joy|fun|a treat)|how (?:lovely|delightful|wonderful)|just what i needed|my favou?rite thing ever|lucky me|\/s\b|yeah right|as if)/i,
]

/** Whether the wording suggests irony. */
export const isIronic = (message: string): boolean => IRONIC.some((pattern) => pattern.test(message))

const PLAYS =
  /\b(?:let's (?:play|pretend)|let us (?:play|pretend)|pretend (?:that |to be )?(?:i|we|you|to)|role[- ]?play|play(?:ing)? (?:a|the) (?:game|role|part)|in character\b|i(?:'ll| will) be (?:the|a) \w+ and you)\b/i
const STOPS_PLAYING =
  /\b(?:out of character|ooc|stop (?:playing|pretending|it)|okay stop|ok stop|no more (?:games|playing)|game over|back to (?:reality|normal|us)|in real life|for real|the real me)\b/i

export type RolePlayChange = 'starts' | 'stops' | undefined

/** Whether a message starts or ends role-play. */
export function rolePlayChange(message: string): RolePlayChange {
  if (STOPS_PLAYING.test(message)) return 'stops'
  return PLAYS.test(message) ? 'starts' : undefined
}
