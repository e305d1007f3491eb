import {
  MessageRefusedError,
  type Session,
  SessionClosedError,
  sessionClosed,
} from '../../client/create-client.js'
import type { Message } from '../../contract/conversations.js'
import { printable } from '../printable.js'
import { createPlainView } from './plain-view.js'
import { createPrompt, type Prompt } from './prompt.js'
import type { Chat } from './script.js'
import { type ReplyView, takeTurn } from './turn.js'

type Setting = {
  readonly character: string
  /** The latest messages of the conversation, oldest first. */
  readonly earlier: readonly Message[]
}

/** Holds a conversation with a person at a terminal, until Ctrl-D, Ctrl-C or the end of the session. */
export async function chatAtTerminal(chat: Chat, { character, earlier }: Setting): Promise<void> {
  const { talk, output, interruption } = chat
  const { colour } = output.terminal
  const prefix = `${colour.cyan(printable(character))}: `
  const prompt = createPrompt(process, {
    history: earlier.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).reverse(),
    onInterrupt: interruption.press,
  })
  const view = createPlainView((text) => void process.stdout.write(text), prefix)
  const end = whenOver(talk.session)
  tellConnection(talk.session, { view, prompt })
  output.note(`Talking to ${printable(character)}. Ctrl-C stops a reply, Ctrl-D leaves.`)
  for (const { role, content } of earlier) {
    prompt.tell(colour.dim(role === 'user' ? `you> ${printable(content)}` : `${prefix}${printable(content)}`))
  }
  try {
    for (;;) {
      const line = await Promise.race([prompt.next(), end])
      if (line === null) return
      if (line.trim() === '') continue
      await Promise.race([whenConnected(talk.session), end])
      await oneTurn({ ...chat, view, prompt }, line)
    }
  } finally {
    view.breakOff()
    prompt.close()
  }
}

type Desk = Chat & { readonly view: ReplyView; readonly prompt: Prompt }

/** What goes wrong with one turn only is told, and the conversation goes on. */
async function oneTurn({ talk, interruption, transcript, view, prompt }: Desk, line: string): Promise<void> {
  try {
    const turn = await interruption.during(talk.session, () => takeTurn(talk, view, line))
    if (turn.error !== null) prompt.tell(`(${printable(turn.error)})`)
    await transcript(turn)
  } catch (error) {
    view.breakOff()
    // That the connection is lost is told already.
    if (error instanceof SessionClosedError && talk.session.state() === 'reconnecting') return
    if (!(error instanceof MessageRefusedError)) throw error
    prompt.tell(`(${printable(error.message)})`)
  }
}

/** Rejects when the session is over for good. */
function whenOver(session: Session): Promise<never> {
  const over = new Promise<never>((_, reject) => {
    session.on('disconnected', ({ reason, willReconnect }) => {
      if (!willReconnect) reject(sessionClosed(reason))
    })
  })
  over.catch(() => undefined)
  return over
}

async function whenConnected(session: Session): Promise<void> {
  if (session.state() === 'connected') return
  await new Promise<void>((resolve) => {
    const forget = session.on('sessionConnected', () => {
      forget()
      resolve()
    })
  })
}

function tellConnection(session: Session, { view, prompt }: Pick<Desk, 'view' | 'prompt'>): void {
  session.on('connectionStateChanged', ({ state, previous }) => {
    if (state === 'reconnecting') view.breakOff()
    if (state === 'reconnecting') prompt.tell('(The connection is lost, reconnecting …)')
    if (state === 'connected' && previous === 'reconnecting') prompt.tell('(Connected again)')
  })
}
