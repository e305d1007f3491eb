import type { MessageRecord } from '../conversations/record.js'
import type { ReplyRequest } from '../sessions/ports.js'
import { type PrepareDeps, prepareRequest } from '../sessions/reply-request.js'
import { encounterPair, type Perspective } from './participants.js'
import type { EncounterRecord } from './record.js'

/** What the model is asked for a turn: the character's own prompt and memories, and the scene. */
export async function encounterRequest(
  deps: PrepareDeps,
  { record, view }: { readonly record: EncounterRecord; readonly view: Perspective },
  signal: AbortSignal,
): Promise<ReplyRequest> {
  const { self, other } = view
  const messages = messagesOf(record, view)
  const last = messages.at(-1)
  // Nobody is there who would see what it does: actions are not for encounters.
  const character = { ...self, actions: [] }
  const text = last?.content ?? openingText(record, view)
  const asked = { character, pair: encounterPair(view), text, messages: messages.slice(0, -1) }
  const { request } = await prepareRequest(deps, asked, signal)
  const scene = {
    other: { name: other.name, tagline: other.tagline },
    prompt: record.prompt,
    turn: record.lines.length,
    isLast: record.lines.length + 2 >= record.maxTurns,
  }
  return { ...request, system: `${request.system}\n\n${sceneInstructions(scene)}`, encounter: scene }
}

/** What was said, as this side heard it: the other is whom it answers. */
function messagesOf({ id, lines }: EncounterRecord, { side }: Perspective): MessageRecord[] {
  return lines.map(({ speaker, text, at }, index) => ({
    id: index + 1,
    conversationId: id,
    role: speaker === side ? 'assistant' : 'user',
    content: text,
    speaker: null,
    timestamp: at,
    imageUrl: null,
    imageDescription: null,
  }))
}

const openingText = ({ prompt }: EncounterRecord, { other }: Perspective): string =>
  `(You meet ${other.name}. You speak first. The scene: ${prompt})`

function sceneInstructions({ other, prompt, isLast }: NonNullable<ReplyRequest['encounter']>): string {
  const who = [other.name, ...(other.tagline === null ? [] : [other.tagline])].join(', ')
  return [
    `You talk to another character now: ${who}. Whatever is said above of a player is meant of them.`,
    `The scene: ${prompt}`,
    `Say only your own next line, to them; never speak for them.${isLast ? ' It is your last: bring it to an end.' : ''}`,
  ].join('\n')
}
