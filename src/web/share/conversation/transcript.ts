/**
 * What a line lacks. Of replies: the visitor broke it off, the connection was lost, or the service failed. Of what the
 * visitor said: there is no reply to it.
 */
export type LineFlaw = 'interrupted' | 'lost' | 'failed' | 'unanswered'

/** A line of the conversation, in order of arrival. */
export type TranscriptLine = {
  readonly id: string
  readonly who: 'visitor' | 'character'
  readonly text: string
  readonly isOver: boolean
  readonly flaw?: LineFlaw
  /** When it began, in milliseconds since the epoch. */
  readonly at?: number
  /** Whether the visitor says once more, word by word, what was said last. */
  readonly isAgain?: true
  /** Whether it is of a visit before this one. */
  readonly isEarlier?: true
  /** Of which one: when that began; undefined where it goes without saying. */
  readonly visit?: number
}

export type Conversation = {
  readonly lines: readonly TranscriptLine[]
  /** Whether the visitor has said something of whose reply nothing has arrived. */
  readonly isAwaitingReply: boolean
  /** Whether the service has said that this reply fails. */
  readonly isReplyFailing: boolean
}

/** Notes the time of lines that are new. */
export const stampLines = (lines: readonly TranscriptLine[], now: number): readonly TranscriptLine[] =>
  lines.every(({ at }) => at !== undefined)
    ? lines
    : lines.map((line) => (line.at === undefined ? { ...line, at: now } : line))

/** Lines of a visit, which know that they are of it. */
export const linesOfVisit = (lines: readonly TranscriptLine[], visit: number): readonly TranscriptLine[] =>
  lines.map((line) => ({ visit, ...line }))

/** Lines of visits before this one, the last of which began then; with names that no line of this one has. */
export const earlierLines = (lines: readonly TranscriptLine[], visit: number): readonly TranscriptLine[] =>
  linesOfVisit(lines, visit).map((line, index) => ({ ...line, id: `earlier ${index}`, isEarlier: true }))

export const EMPTY_CONVERSATION: Conversation = { lines: [], isAwaitingReply: false, isReplyFailing: false }

export const appendVisitorText = ({ lines }: Conversation, text: string): Conversation => ({
  lines: [...lines, visitorLine(lines, text, true)],
  isAwaitingReply: true,
  isReplyFailing: false,
})

/** Says the last words again; what came to nothing goes first, and what was heard of a reply stays. */
export function appendAgain(conversation: Conversation, text: string): Conversation {
  const before = withoutFailedTurn(conversation)
  const after = appendVisitorText(before, text)
  const last = after.lines.at(-1)
  const isAgain = before.lines.findLast(({ who }) => who === 'visitor')?.text === last?.text
  if (!isAgain || last === undefined) return after
  return { ...after, lines: [...after.lines.slice(0, -1), { ...last, isAgain }] }
}

const visitorLine = (before: readonly TranscriptLine[], text: string, isOver: boolean): TranscriptLine => ({
  id: `visitor ${before.length}`,
  who: 'visitor',
  text,
  isOver,
})

type BotResponse = { readonly message_id: string; readonly text: string; readonly is_final: boolean }

/**
 * Appends chunks to the line of their reply; the final text replaces them (docs/wire-protocol.md, Reply text). What arrives
 * once a lost connection is there again is not missing any more.
 */
export function applyBotResponse(
  conversation: Conversation,
  { message_id: id, text, is_final: isOver }: BotResponse,
): Conversation {
  const { lines, isReplyFailing } = conversation
  const before = lines.find((line) => line.id === id)
  // What is still on its way of a reply that was stopped is not heard any more.
  if (before?.flaw === 'interrupted') return conversation
  if (before !== undefined) {
    const line = isOver && before.flaw === 'lost' ? withoutFlaw(before) : before
    const after: TranscriptLine = { ...line, text: isOver ? text : before.text + text, isOver }
    return { ...conversation, lines: lines.map((line) => (line === before ? after : line)) }
  }
  const line: TranscriptLine = { id, who: 'character', text, isOver }
  const last = lines.at(-1)
  const answered = last?.flaw === 'unanswered' ? [...lines.slice(0, -1), withoutFlaw(last)] : lines
  return {
    lines: [...answered, isReplyFailing ? { ...line, flaw: 'failed' } : line],
    isAwaitingReply: false,
    isReplyFailing: false,
  }
}

const withoutFlaw = ({ flaw: _flaw, ...line }: TranscriptLine): TranscriptLine => line

type Interrupt = { readonly message_id: string; readonly reason?: string }

/** An interrupted reply keeps the text that has arrived; where that is all, a new message has only ended its sound. */
export function applyInterrupt(
  conversation: Conversation,
  { message_id: id, reason }: Interrupt,
): Conversation {
  const { lines } = conversation
  if (lines.some((line) => line.id === id)) {
    const mark = (line: TranscriptLine): TranscriptLine =>
      line.id !== id || (line.isOver && reason === 'new_message')
        ? line
        : { ...line, isOver: true, flaw: 'interrupted' }
    return { ...conversation, lines: lines.map(mark) }
  }
  // Nothing of the reply has arrived. With `new_message` another one is awaited, with `user_speech` the turn goes on.
  return reason === 'client_interrupt' ? giveUpReply(conversation) : conversation
}

/** A reply whose speech was cut keeps what was heard of it. */
export const cutReply = (conversation: Conversation, id: string, textEnd: number): Conversation => ({
  ...conversation,
  lines: conversation.lines.map((line) =>
    line.id === id
      ? { ...line, text: line.text.slice(0, textEnd).trimEnd(), isOver: true, flaw: 'interrupted' }
      : line,
  ),
})

/** A failure is followed by the final of the reply, unless the message was refused. */
export function applyError(conversation: Conversation, code: string | undefined): Conversation {
  const { lines, isAwaitingReply } = conversation
  const last = lines.at(-1)
  if (last?.who === 'character' && !last.isOver)
    return { ...conversation, lines: [...lines.slice(0, -1), { ...last, flaw: 'failed' }] }
  if (!isAwaitingReply) return conversation
  return code === 'rate_limited' ? giveUpReply(conversation) : { ...conversation, isReplyFailing: true }
}

/** Shows what the visitor says: each transcript replaces the interim one before it. */
export function applyTranscript(
  conversation: Conversation,
  { text, is_final: isOver }: { readonly text: string; readonly is_final: boolean },
): Conversation {
  const { lines } = removeInterimLines(conversation)
  return { ...conversation, lines: [...lines, visitorLine(lines, text, isOver)] }
}

/** Removes transcripts that did not become final. */
export const removeInterimLines = (conversation: Conversation): Conversation => ({
  ...conversation,
  lines: conversation.lines.filter(({ who, isOver }) => who === 'character' || isOver),
})

/** Nothing more arrives when the connection is gone. */
export function applyDisconnect(conversation: Conversation): Conversation {
  const { lines, ...rest } = giveUpReply(removeInterimLines(conversation))
  const cut = (line: TranscriptLine): TranscriptLine =>
    line.isOver ? line : { ...line, isOver: true, flaw: 'lost' }
  return { ...rest, lines: lines.map(cut) }
}

/** The conversation that a reload continues: what was arriving then does not arrive any more. */
export const resumeConversation = (lines: readonly TranscriptLine[]): Conversation =>
  applyDisconnect({ ...EMPTY_CONVERSATION, lines, isAwaitingReply: lines.at(-1)?.who === 'visitor' })

function giveUpReply({ lines, isAwaitingReply }: Conversation): Conversation {
  const at = isAwaitingReply ? lines.findLastIndex(({ who, isOver }) => who === 'visitor' && isOver) : -1
  const mark = (line: TranscriptLine, index: number): TranscriptLine =>
    index === at ? { ...line, flaw: 'unanswered' } : line
  return { ...EMPTY_CONVERSATION, lines: lines.map(mark) }
}

/** What the visitor said last, once its reply is over, or will not come: it can be said again. */
export function retryableText({ lines, isAwaitingReply }: Conversation): string | undefined {
  const last = lines.at(-1)
  const isOver = last?.flaw !== undefined || (last?.who === 'character' && last.isOver)
  if (isAwaitingReply || !isOver || last.isEarlier) return undefined
  return lines.findLast(({ who }) => who === 'visitor')?.text
}

function withoutFailedTurn(conversation: Conversation): Conversation {
  const { lines } = conversation
  const flaw = lines.at(-1)?.flaw
  if (flaw !== 'unanswered' && flaw !== 'failed') return conversation
  return {
    ...conversation,
    lines: lines.slice(
      0,
      lines.findLastIndex(({ who }) => who === 'visitor'),
    ),
  }
}
