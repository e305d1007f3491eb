import type { PromptMessage, ReplyRequest } from '../../../domain/turns/ports.js'
import type { Response } from './answer/turn.js'
import { markedSentencesOf, quote } from './language/text.js'

const LOOK =
  /\b(?:look (?:at (?:this|that|these|me|my|us|what)|here|around)|(?:have|take) a (?:good |close |closer )?look|what (?:do|can|did) you see|(?:can|do) you see (?:me|us|this|that|these|it|my|what(?:'s| is| am| i'm))\b(?! mean)|how do i look|what am i (?:wearing|holding|showing)|(?<!\b(?:i|we|did|they|he|she) )see (?:this|me|my))\b/i
const SHOWN =
  /\b(?:what (?:did|have) i (?:just |first |last )?(?:show|shown|showed|held up)|what (?:was|is) (?:in|on) (?:the|my|that) (?:picture|photo|photograph|image|drawing)|what did you see|remember (?:the|my|that) (?:picture|photo|photograph|image|drawing))\b/i
/** How a memory of a picture begins. */
const REMEMBERED = /^The player showed a picture: /

/** The player asks to be seen, and there is a camera to look through. */
export const wantsLook = ({ canLook }: ReplyRequest, text: string): boolean =>
  canLook === true && LOOK.test(text) && !SHOWN.test(text)

/** What there is to say of pictures: of the one that is shown now, of one that was shown before, of one that is wanted. */
export function answerAboutPicture(
  { messages, memories }: Pick<ReplyRequest, 'messages' | 'memories'>,
  text: string,
): Response | undefined {
  const seen = messages.at(-1)?.imageDescription
  if (seen === null) {
    const sorry = 'I cannot see anything: no picture came from your camera.'
    return { gesture: 'shrugs', sentences: [sorry] }
  }
  if (seen !== undefined) return { gesture: 'nods', sentences: tell('I see', seen) }
  if (SHOWN.test(text)) {
    const shown = lastShown(messages) ?? memories.memories.map(({ content }) => content).find(isPicture)
    if (shown === undefined)
      return { gesture: 'shrugs', sentences: ['You have not shown me anything that I remember.'] }
    return { gesture: 'nods', sentences: tell('You showed me', shown.replace(REMEMBERED, '')) }
  }
  if (!LOOK.test(text)) return undefined
  const sorry = 'I cannot see you: there is no camera that I could look through. Send me a picture.'
  return { gesture: 'shrugs', sentences: [sorry] }
}

const lastShown = (messages: readonly PromptMessage[]): string | undefined =>
  messages.findLast(({ imageDescription: seen }) => typeof seen === 'string')?.imageDescription ?? undefined

const isPicture = (content: string) => REMEMBERED.test(content)

const SENTENCE_MAX = 300

/** The first sentence after who sees it, the others as they are. */
function tell(opening: string, description: string): readonly string[] {
  const [first = 'nothing that I could name', ...rest] = markedSentencesOf(description).map((sentence) =>
    quote(sentence, SENTENCE_MAX),
  )
  return [`${opening} this: ${first}`, ...rest]
}
