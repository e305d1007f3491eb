import type { ClientAction } from '../../client/create-client.js'
import { type Reply, type ReplyStream, type Session, UnreachableError } from '../../client/create-client.js'
import { createRestartableTimeout } from '../../client/session/restartable-timeout.js'

/** What was said, and what came back: one line of `--json`, one entry of a transcript. */
export type ChatTurn = {
  readonly input: string
  /** The file name of the picture that was shown with it. */
  readonly image?: string
  readonly reply: string
  readonly messageId: string | null
  readonly actions: readonly Pick<ClientAction, 'name' | 'arguments'>[]
  readonly interrupted: boolean
  readonly error: string | null
}

/** Where a reply shows while it arrives. */
export type ReplyView = {
  text(chunk: string): void
  action(action: ClientAction): void
  /** Nothing more of the reply will come. */
  abort(): void
  /** The reply is complete; `corrected` when the whole is not what its chunks added up to. */
  end(reply: Reply, corrected: string | null): void
}

export type ChatSession = {
  readonly session: Session
  readonly baseUrl: string
  readonly textOnly: boolean
  /** The longest pause in a reply, in milliseconds. */
  readonly idleTimeoutMs: number
}

/** What a player says, and shows with it. */
export type TurnInput = {
  readonly text: string
  readonly image?: AttachedImage | undefined
  /** The character says it, as it is given. */
  readonly isScripted?: boolean
}
export type AttachedImage = { readonly name: string; readonly image: string }

/** Says one thing and shows the reply to it as it arrives. */
export async function takeTurn(talk: ChatSession, view: ReplyView, said: TurnInput): Promise<ChatTurn> {
  const stream = sendInput(talk, said)
  const shown = await withIdleTimeout(talk, streamToView(stream, view))
  const reply = await stream
  view.end(reply, reply.isInterrupted || reply.text === shown ? null : reply.text)
  return {
    input: said.isScripted === true ? '' : said.text,
    ...(said.image !== undefined && { image: said.image.name }),
    reply: reply.text,
    messageId: reply.messageId,
    actions: reply.actions.map(({ name, arguments: given }) => ({ name, arguments: given })),
    interrupted: reply.isInterrupted,
    error: reply.error,
  }
}

function sendInput(
  { session, textOnly }: ChatSession,
  { text, image: picture, isScripted = false }: TurnInput,
): ReplyStream {
  const options = textOnly ? { textOnly: true } : {}
  if (isScripted) return session.sayLine(text, options)
  return picture === undefined ? session.ask(text, options) : session.show(picture, text)
}

/** Yields at each part, so that the pauses between them can be measured; returns the text that was shown. */
async function* streamToView(stream: ReplyStream, view: ReplyView): AsyncGenerator<void, string> {
  let shown = ''
  for await (const part of stream) {
    if (part.type === 'action') view.action(part.action)
    else view.text(part.text)
    if (part.type === 'text') shown += part.text
    yield
  }
  return shown
}

async function withIdleTimeout<T>(
  { baseUrl, idleTimeoutMs: pauseMs }: ChatSession,
  steps: AsyncGenerator<void, T>,
): Promise<T> {
  let miss: (error: Error) => void = () => undefined
  const missed = new Promise<never>((_, reject) => {
    miss = reject
  })
  const deadline = createRestartableTimeout(pauseMs, () => miss(new UnreachableError(baseUrl, 'timeout')))
  try {
    for (;;) {
      deadline.start()
      const step = await Promise.race([steps.next(), missed])
      if (step.done) return step.value
    }
  } finally {
    deadline.cancel()
  }
}
