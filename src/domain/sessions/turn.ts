import type { FindCharacterDeps } from '../characters/access.js'
import type { CharacterRecord } from '../characters/record.js'
import type { Clock, Timers } from '../clock.js'
import type { ConversationStore, Pair } from '../conversations/ports.js'
import type { MessageRecord, PromptBlock } from '../conversations/record.js'
import { DomainError } from '../errors.js'
import type { Log } from '../log.js'
import type { MemoryRecall } from '../memories/recalled.js'
import { isWithinReach } from '../organizations/access.js'
import { declaredCall } from './actions.js'
import { listen } from './listen.js'
import type { LanguageModel, ReplyPart } from './ports.js'
import { HISTORY_MESSAGES } from './prompt.js'
import type { Reply } from './reply.js'
import { type PrepareDeps, prepareRequest } from './reply-request.js'

export type TurnDeps = FindCharacterDeps &
  PrepareDeps & {
    readonly conversations: Pick<ConversationStore, 'append' | 'remembered' | 'revise'>
    readonly recall: Pick<MemoryRecall, 'use'>
    readonly model: LanguageModel
    readonly clock: Clock
    readonly timers: Pick<Timers, 'after'>
    readonly log: Log
  }

/** What a turn is about: who asks, the pair, its conversation, and the reply that is to be spoken. */
export type Turn = {
  readonly accountId: string
  readonly pair: Pair
  readonly conversationId: string
  /** How the player is called where several talk as one; null: nobody else does. */
  readonly speaker: string | null
  readonly reply: Reply
  /** Told what is stored of the turn, before it is known how much of the reply will be heard. */
  readonly onStored: (message: MessageRecord) => void
}

/** What the character says when its model says nothing at all: a final is never empty (wire-protocol, 4.2). */
export const SILENCE = '...'

/** A model that sends nothing for so long has failed; adapters have shorter limits of their own. */
export const MODEL_SILENCE_MS = 60_000

const UNDECLARED = 'The model called an action in a way the character does not declare; it was dropped'

/**
 * Answers what the player wrote. The model starts while the player's message is being stored, but nothing of the
 * reply goes out before that message is durable, and its final not before the reply is.
 */
export async function answerText(deps: TurnDeps, turn: Turn, text: string): Promise<void> {
  const { pair, conversationId, reply } = turn
  const [character, messages] = await Promise.all([
    reach(deps, turn),
    deps.conversations.remembered(conversationId, HISTORY_MESSAGES),
  ])
  reply.speakAs(character)

  const asked = { character, pair, text, messages }
  const { request, prompt } = await prepareRequest(deps, asked, reply.signal)
  reply.mark('looked_up')
  const stored = store(deps, turn, { role: 'user', content: text, prompt }).then(turn.onStored)
  if (!reply.isOpen()) return await stored
  reply.mark('asked')

  const parts = listen(deps.model.reply(request, reply.signal), {
    timers: deps.timers,
    signal: reply.signal,
    silenceMs: MODEL_SILENCE_MS,
  })
  const used = deps.recall.use(pair, request.memories)
  await stored
  const failure = await relay(deps, { reply, character }, parts)
  await used
  await conclude(deps, turn, failure)
}

/** Says a scripted line as given, without a model. */
export async function speakLine(deps: TurnDeps, turn: Turn, line: string): Promise<void> {
  const character = await reach(deps, turn)
  if (!turn.reply.isOpen()) return
  turn.reply.speakAs(character)
  turn.reply.say(line)
  await conclude(deps, turn)
}

/** Asked for anew with every turn: the character may be deleted, and a member may have lost their organization. */
async function reach(deps: FindCharacterDeps, { accountId, pair }: Turn): Promise<CharacterRecord> {
  const character = await deps.characters.find(pair.characterId)
  if (character === undefined || !(await isWithinReach(deps, accountId, character))) throw gone('character')
  return character
}

/** Passes the model's parts on as they come. A failure is returned, not thrown: what was said must be stored first. */
async function relay(
  { log }: Pick<TurnDeps, 'log'>,
  { reply, character }: { reply: Reply; character: CharacterRecord },
  parts: AsyncIterable<ReplyPart>,
): Promise<DomainError | undefined> {
  try {
    for await (const part of parts) {
      reply.mark('first_part')
      if (part.type === 'text') reply.say(part.text, { isToken: true })
      else act({ log }, { reply, character }, part)
    }
    return undefined
  } catch (cause) {
    if (!reply.isOpen()) return undefined
    const isExpected = cause instanceof DomainError && cause.kind === 'upstream'
    return isExpected ? cause : new DomainError('upstream', 'The language model failed', { cause })
  } finally {
    reply.mark('last_part')
  }
}

function act(
  { log }: Pick<TurnDeps, 'log'>,
  { reply, character }: { reply: Reply; character: CharacterRecord },
  part: Extract<ReplyPart, { type: 'action' }>,
): void {
  const call = declaredCall(character.actions, part)
  if (call === undefined) log.warn(UNDECLARED, { character_id: character.id })
  else reply.act(call)
}

/** Stores the reply as far as it got, then says that its text is over. */
async function conclude(deps: TurnDeps, turn: Turn, failure?: DomainError): Promise<void> {
  const { reply } = turn
  if (failure === undefined && reply.said() === '') reply.say(SILENCE)
  await reply.voiced()
  const kept = reply.kept()
  if (kept !== '') turn.onStored(await store(deps, turn, { role: 'assistant', content: kept }))
  if (failure !== undefined) throw failure
  reply.finish()
}

async function store(
  { conversations, clock }: Pick<TurnDeps, 'conversations' | 'clock'>,
  { conversationId, speaker }: Turn,
  { prompt, ...said }: Pick<MessageRecord, 'role' | 'content'> & { readonly prompt?: PromptBlock },
): Promise<MessageRecord> {
  const message = {
    ...said,
    speaker: said.role === 'user' ? speaker : null,
    timestamp: clock.now().toISOString(),
    imageUrl: null,
    imageDescription: null,
  }
  const stored = await conversations.append(conversationId, message, prompt)
  if (stored === undefined) throw gone('conversation')
  return stored
}

const gone = (what: 'character' | 'conversation') =>
  new DomainError('not_found', `The ${what} was deleted. Connect again to start anew`)
