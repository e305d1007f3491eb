import { countInteraction, type InteractionDeps } from '../shares/interactions.js'
import type { SessionPeer } from './ports.js'
import type { answerText } from './turn.js'

/** What the character says when the share has no turns left. */
export const FAREWELL = 'We have come to the end of our time together. Goodbye!'

type Guest = { readonly shareId: string; readonly peer: SessionPeer }

/** Answers a text, or says a line. */
type Speak = typeof answerText

/**
 * Speaks to a guest of a share as long as it has interactions left, of which texts and scripted lines are one each. Then
 * the client is told, the character takes its leave, and no model is asked.
 */
export const speakToGuest =
  (deps: InteractionDeps, { shareId, peer }: Guest, speak: Speak): Speak =>
  async (turnDeps, turn, text) => {
    const limit = await turn.countOnce(() => countInteraction(deps, shareId))
    if (limit === undefined) return speak(turnDeps, turn, text)
    peer.emit('quota_exceeded', {
      message: `This link was good for ${limit} turns, and they are used up`,
      error: 'max_interactions',
      current: limit,
      limit,
      remaining: 0,
      tier: 'share',
    })
    const character = await turnDeps.characters.find(turn.pair.characterId)
    if (character !== undefined) turn.reply.speakAs(character)
    turn.reply.say(FAREWELL)
    await turn.reply.speechStarted()
    turn.reply.finish()
  }
