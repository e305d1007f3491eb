import {
  type ClientAction,
  type Reply,
  type ReplyStream,
  type Session,
  UnreachableError,
} from '../../client/create-client.js'
import { createRestartableTimeout } from '../../client/session/restartable-timeout.js'
import { CHAT_IMAGE_BYTES } from '../../contract/limits.js'
import { usageError } from '../errors/command-error.js'
import { openLocalFile } from '../input/upload.js'

/** One turn of a chat, as `--json` and the transcript write it. */
export type ChatTurn = {
  readonly input: string
  /** The file name of the picture that was sent with the input. */
  readonly image?: string
  readonly reply: string
  readonly messageId: string | null
  readonly actions: readonly Pick<ClientAction, 'name' | 'arguments'>[]
  readonly interrupted: boolean
  readonly error: string | null
}

/** Shows a reply while it arrives. */
export type ReplyView = {
  text(chunk: string): void
  action(action: ClientAction): void
  /** Ends an incomplete reply. */
  abort(): void
  /** Ends a reply that is over; `corrected` is its text if that differs from its chunks, else null. */
  end(reply: Reply, corrected: string | null): void
}

export type ChatSession = {
  readonly session: Session
  /** Whether the service understands people who speak. */
  readonly canHear: boolean
  readonly baseUrl: string
  readonly textOnly: boolean
  /** The longest pause within a reply, in milliseconds. */
  readonly idleTimeoutMs: number
}

/** What a player sends. */
export type TurnInput = {
  readonly text: string
  readonly image?: AttachedImage | undefined
  /** The text is a scripted line, which the character says as it is. */
  readonly isScripted?: boolean
}
export type AttachedImage = { readonly name: string; readonly image: string }

/** Sends an input and shows its reply as it arrives. */
export async function takeTurn(talk: ChatSession, view: ReplyView, input: TurnInput): Promise<ChatTurn> {
  const stream = sendInput(talk, input)
  const shown = await withIdleTimeout(talk, streamToView(stream, view))
  const reply = await stream
  view.end(reply, reply.isInterrupted || reply.text === shown ? null : reply.text)
  return {
    input: input.isScripted === true ? '' : input.text,
    ...(input.image !== undefined && { image: input.image.name }),
    reply: reply.text,
    messageId: reply.messageId,
    actions: reply.actions.map(({ name, arguments: values }) => ({ name, arguments: values })),
    interrupted: reply.isInterrupted,
    error: reply.error,
  }
}

function sendInput(
  { session, textOnly }: ChatSession,
  { text, image, isScripted = false }: TurnInput,
): ReplyStream {
  const options = textOnly ? { textOnly: true } : {}
  if (isScripted) return session.sayLine(text, options)
  return image === undefined ? session.ask(text, options) : session.show(image, text)
}

/** Yields after each part, so that the pauses between parts can be limited; returns the text that was shown. */
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
  { baseUrl, idleTimeoutMs }: ChatSession,
  steps: AsyncGenerator<void, T>,
): Promise<T> {
  let expire: (error: Error) => void = () => undefined
  const expired = new Promise<never>((_, reject) => {
    expire = reject
  })
  const deadline = createRestartableTimeout(idleTimeoutMs, () =>
    expire(new UnreachableError(baseUrl, 'timeout')),
  )
  try {
    for (;;) {
      deadline.start()
      const step = await Promise.race([steps.next(), expired])
      if (step.done) return step.value
    }
  } finally {
    deadline.cancel()
  }
}

/** Reads the picture of a turn from a file. */
export async function readAttachedImage(path: string | undefined): Promise<AttachedImage | undefined> {
  if (path === undefined) return undefined
  const { name, content } = await openLocalFile(path)
  if (content.size > CHAT_IMAGE_BYTES) throw usageError(`The picture ${path} has more than 10 MB`)
  return { name, image: Buffer.from(await content.arrayBuffer()).toString('base64') }
}
