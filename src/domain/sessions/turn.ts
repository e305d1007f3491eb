import type { FindCharacterDeps } from '../characters/access.js'
import type { CharacterRecord } from '../characters/record.js'
import type { Clock } from '../clock.js'
import { type ConversationRepository, HISTORY_MESSAGES, type Pair } from '../conversations/ports.js'
import type { MessageRecord, PromptBlock } from '../conversations/record.js'
import { type DomainError, domainError } from '../errors.js'
import type { MemoryRecall, Recalled } from '../memories/search/recall-port.js'
import { canAccess } from '../organizations/access.js'
import type { Camera, CameraPicture } from './camera.js'
import { type DescribedImage, type DescribeImageDeps, withDescribedImage } from './describe-image.js'
import type { MemoizedCount } from './memoize.js'
import type { PromptMessage, ReplyRequest } from './ports.js'
import type { PreemptiveGeneration } from './preemptive-generation.js'
import { imageDescriptionOf } from './prompt.js'
import type { Reply } from './reply.js'
import { type PrepareDeps, prepareRequest } from './reply-request.js'
import { requestReply, type StreamedReply, type StreamReplyDeps, streamReply } from './stream-reply.js'

export type TurnDeps = FindCharacterDeps &
  PrepareDeps &
  StreamReplyDeps &
  DescribeImageDeps & {
    readonly conversations: Pick<ConversationRepository, 'append' | 'listRemembered' | 'updateContent'>
    readonly recall: Pick<MemoryRecall, 'recordUse' | 'refreshIndex'>
    readonly clock: Clock
  }

/** What a turn is about: who asks, the pair, its conversation, and the reply that is to be spoken. */
export type Turn = {
  readonly accountId: string
  readonly pair: Pair
  readonly conversationId: string
  /** How the player is called where several talk as one; null: nobody else does. */
  readonly speaker: string | null
  readonly reply: Reply
  /** The picture that comes with what the player says. */
  readonly picture?: Pick<CameraPicture, 'bytes'> | undefined
  /** Undefined: the client has none. */
  readonly camera: Camera | undefined
  /** Told what is stored of the turn, before it is known how much of the reply will be heard. */
  readonly onStored: (message: MessageRecord) => void
  /** The model is being asked about it already. */
  readonly early?: PreemptiveGeneration | undefined
  /** Counts it for who pays by the turn. */
  readonly countOnce: MemoizedCount
}

/**
 * What the character says when its model says nothing at all: a final is never empty
 * (docs/wire-protocol.md, Reply text).
 */
export const SILENT_REPLY_TEXT = '...'

type Asked = {
  readonly character: CharacterRecord
  /** The newest messages before it. */
  readonly messages: readonly MessageRecord[]
  readonly text: string
  /** The picture that comes with it. */
  readonly seen?: DescribedImage
}

/** Answers what the player says, and shows. */
export async function answerText(deps: TurnDeps, turn: Turn, text: string): Promise<void> {
  const { conversationId, reply, picture } = turn
  const [character, messages] = await Promise.all([
    authorizeTurn(deps, turn),
    deps.conversations.listRemembered(conversationId, HISTORY_MESSAGES),
  ])
  reply.speakAs(character)
  const asked = { character, messages, text }
  if (picture === undefined) return answer(deps, turn, asked)
  const showing = { ...picture, character, question: text, signal: reply.signal }
  await withDescribedImage(deps, showing, (seen) => answer(deps, turn, { ...asked, seen }))
}

/**
 * The model starts while the player's message is being stored, but nothing of the reply goes out before that message is
 * durable, and its final not before the reply is.
 */
async function answer(deps: TurnDeps, turn: Turn, { seen, ...asked }: Asked): Promise<void> {
  const { pair, reply, camera } = turn
  const looking = {
    ...imageDescriptionOf(seen?.description),
    canLook: camera !== undefined && seen === undefined,
  }
  const early = await turn.early?.take({ ...asked, signal: reply.signal })
  const { request, prompt } =
    early ?? (await prepareRequest(deps, { ...asked, ...looking, pair }, reply.signal))
  reply.mark('looked_up')
  const stored = store(deps, turn, { role: 'user', content: asked.text, prompt, seen }).then(turn.onStored)
  if (!reply.isOpen() || seen?.failure !== undefined) {
    await stored
    if (seen?.failure !== undefined && reply.isOpen()) throw seen.failure
    return
  }
  reply.mark('asked')

  const parts = early?.parts ?? requestReply(deps, request, reply.signal)
  await stored
  const speaking = { reply, character: asked.character }
  const first = await streamReply(deps, speaking, parts)
  const { failure } = first.wantsToLook ? await look(deps, turn, { ...speaking, ...asked, request }) : first
  await conclude(deps, turn, { failure, memories: request.memories })
}

type Looking = Pick<Asked, 'character' | 'text'> & { readonly request: ReplyRequest }

/**
 * The model wants to see: a picture is asked for and stored as the player's message, and the reply goes on with what it
 * shows, or without when none comes.
 */
async function look(
  deps: TurnDeps,
  turn: Turn,
  { request, character, text }: Looking,
): Promise<StreamedReply> {
  const { reply, camera } = turn
  const picture = await camera?.ask(text, reply.signal)
  const goOn = (now: Pick<PromptMessage, 'content' | 'imageDescription'>) => {
    if (!reply.isOpen()) return { wantsToLook: false }
    const said =
      reply.deliveredText() === '' ? [] : [{ role: 'assistant' as const, content: reply.deliveredText() }]
    const messages = [...request.messages, ...said, { role: 'user' as const, ...now }]
    return streamReply(
      deps,
      { reply, character },
      requestReply(deps, { ...request, messages, canLook: false }, reply.signal),
    )
  }
  if (picture === undefined) return goOn({ content: '', imageDescription: null })

  const question = [text, picture.text].filter((words) => words.trim() !== '').join('\n')
  const showing = { bytes: picture.bytes, character, question, signal: reply.signal }
  return withDescribedImage(deps, showing, async (seen) => {
    turn.onStored(await store(deps, turn, { role: 'user', content: picture.text, seen }))
    const { failure, description } = seen
    return failure === undefined
      ? goOn({ content: picture.text, imageDescription: description })
      : { failure, wantsToLook: false }
  })
}

/** Says a scripted line as given, without a model. */
export async function speakLine(deps: TurnDeps, turn: Turn, line: string): Promise<void> {
  const character = await authorizeTurn(deps, turn)
  if (!turn.reply.isOpen()) return
  turn.reply.speakAs(character)
  turn.reply.say(line)
  await conclude(deps, turn, {})
}

/** Asked for anew with every turn: the character may be deleted, and a member may have lost their organization. */
export async function authorizeTurn(
  deps: FindCharacterDeps,
  { accountId, pair }: Pick<Turn, 'accountId' | 'pair'>,
): Promise<CharacterRecord> {
  const character = await deps.characters.find(pair.characterId)
  if (character === undefined || !(await canAccess(deps, accountId, character))) throw gone('character')
  return character
}

type Outcome = { readonly failure?: DomainError | undefined; readonly memories?: Recalled }

/** Stores the reply as far as it got, and that memories were used for it, then says that its text is over. */
async function conclude(deps: TurnDeps, turn: Turn, { failure, memories }: Outcome): Promise<void> {
  const { reply, pair } = turn
  if (failure === undefined && reply.deliveredText() === '') reply.say(SILENT_REPLY_TEXT)
  await reply.speechStarted()
  const text = reply.storedText()
  // Begun in one breath with the reply's own storing, so that they share a sync.
  const used = memories === undefined ? undefined : deps.recall.recordUse(pair, memories)
  if (text !== '') turn.onStored(await store(deps, turn, { role: 'assistant', content: text }))
  await used
  if (failure !== undefined) throw failure
  reply.finish()
}

type Said = Pick<MessageRecord, 'role' | 'content'> & {
  readonly prompt?: PromptBlock
  readonly seen?: DescribedImage | undefined
}

async function store(
  { conversations, clock }: Pick<TurnDeps, 'conversations' | 'clock'>,
  { conversationId, speaker }: Turn,
  { prompt, seen, ...said }: Said,
): Promise<MessageRecord> {
  const message = {
    ...said,
    speaker: said.role === 'user' ? speaker : null,
    timestamp: clock.now().toISOString(),
    imageUrl: null,
    imageDescription: seen?.description ?? null,
    ...(seen !== undefined && { imageFile: seen.file }),
  }
  const stored = await conversations.append(conversationId, message, prompt)
  if (stored === undefined) throw gone('conversation')
  return stored
}

const gone = (what: 'character' | 'conversation') => domainError('deletedDuringSession', what)
