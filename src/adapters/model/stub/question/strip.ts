import { inFullSpelling } from '../language/spelling.js'

const FILLERS =
  /^(?:(?:and|so|but|well|ok|okay|oh|ah|hm+|hey|hi|hello|please|sorry|now|then|also|excuse me|by the way|yes|no|right|alright|great|cool|nice|interesting|really|wow)[,!.]* )+(?=\p{L})/iu
const POLITE =
  /^(?:(?:can|could|would|will) you (?:please )?(?:tell|say|explain|describe|show)(?: to)?(?: me| us)?|(?:please )?(?:tell|remind|show) me(?! (?:about|more|something|everything|anything|a |of )\b)|do you (?:know|remember|recall)(?= (?:who|what|where|when|why|how|which|whose|if|whether|the name)\b)|i (?:would|'d) (?:like|love) to (?:know|hear|ask)|i (?:want|wanted) to (?:know|ask)|(?:i was|i'm|i am) (?:wondering|curious)|i wonder|any idea|may i ask|can i ask|remind me|(?:do )?you (?:remember|recall)(?= (?:my|i)\b)|let me ask)(?: you)?[,:]? (?:if |whether )?/i
const TRAILERS =
  /,? (?:originally|exactly|actually|really|usually|currently|nowadays|these days|by the way|again|please|then|sir|madam|my friend|my dear|mate|anyway|though|right now|at the moment)([?.!]*)$/i

/** Why the player asks: "…, so I can tell a friend?" */
const PURPOSE =
  /,? (?:so (?:that )?(?:i|we) (?:can|could|may|know)\b|just in case\b|in case i\b)[^?]{0,120}\?*$/i
/** What the player takes somebody for: "Who is Herr Schmidt, your teacher?" */
const GUESS = /^((?:and |so )?who(?:'s| is| was) [^,?]{2,40}), (?:your|an?|the) [^,?]{2,40}\?+$/i

/** A question without its opening, its politeness and what trails behind it. */
export const strip = (sentence: string): string => {
  const text = inFullSpelling(sentence.slice(0, 400).replaceAll('’', "'").trim())
  const bare = text.replace(FILLERS, '')
  const asked = bare.replace(POLITE, '').trim() || bare
  return asked.replace(PURPOSE, '?').replace(TRAILERS, '$1').replace(GUESS, '$1?')
}
