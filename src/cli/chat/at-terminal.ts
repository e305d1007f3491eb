import type { Session } from '../../client/create-client.js'
import { closestName } from '../../runtime/config/closest-name.js'
import { sizeOf } from '../line-editor/block.js'
import { printable, printableLine } from '../output/printable.js'
import { wrapText } from '../output/table.js'
import { type ChatContext, runTurn } from './chat-context.js'
import { COMMANDS } from './commands/all.js'
import { completeChat } from './completion.js'
import { createPlainPrompt } from './plain-prompt.js'
import { printFailure } from './print-failure.js'
import { createPrompt, PROMPTS, type Prompt, type PromptSettings } from './prompt.js'
import { createReplyView } from './reply-view.js'
import type { PlayerSession } from './session/player-session.js'
import { showReconnection } from './session/reconnection.js'
import { rejectOnSessionEnd } from './session/session-end.js'
import { type Next, readTyped } from './slash-command.js'
import { createChatStatusLine } from './status-line.js'
import { createReplyWriter } from './streaming-word-wrap.js'
import type { AttachedImage } from './turn.js'

type Setting = Omit<ChatContext, 'prompt' | 'view' | 'statusLine'> & {
  /** Shown before anything is said. */
  readonly picture?: AttachedImage | undefined
}

/** Holds a conversation with a person at a terminal, until Ctrl-D, Ctrl-C or the end of the session. */
export async function chatAtTerminal({ picture, ...setting }: Setting, first: PlayerSession): Promise<void> {
  const desk = setUp(setting)
  let visit = first
  desk.output.note(
    `Talking to ${printableLine(desk.character)}. Ctrl-C stops a reply, Ctrl-D leaves, /help tells more.`,
  )
  try {
    follow(desk, visit)
    if (picture !== undefined) await runTurn(desk, visit, { text: '', image: picture })
    for (;;) {
      const next = await hold(desk, visit)
      if (next === 'leave') return
      visit = next
      follow(desk, visit)
    }
  } finally {
    desk.view.abort()
    desk.prompt.close()
    visit.talk.session.disconnect()
  }
}

function setUp(setting: Omit<Setting, 'picture'>): ChatContext {
  const { output, character, interruption } = setting
  const { colour } = output.terminal
  const standing = createChatStatusLine(colour, () => prompt.refresh())
  const prompt: Prompt = openPrompt(setting.isScreen, {
    status: standing.render,
    complete: (before) => completeChat(setting, before),
    onInterrupt: interruption.handleInterrupt,
    onLeave: setting.leave,
  })
  const prefix = `${colour.cyan(printable(character))}: `
  const view = createReplyView(createReplyWriter(process.stdout, setting.isScreen), prefix)
  return { ...setting, prompt, view, statusLine: standing }
}

const openPrompt = (isScreen: boolean, settings: PromptSettings): Prompt =>
  isScreen ? createPrompt(process, settings) : createPlainPrompt(process, settings)

/** Begins with a player: shows what was said before, and tells of the connection from now on. */
function follow(
  { character, output, prompt, statusLine: standing }: ChatContext,
  { talk, earlierMessages: earlier, ...visit }: PlayerSession,
): void {
  const { colour } = output.terminal
  standing.trackSession({ talk, ...visit })
  showReconnection(talk.session, prompt)
  if (earlier === null) return
  for (const { role, content } of earlier) {
    const speaker = role === 'user' ? PROMPTS.first : `${printable(character)}: `
    const lines = wrapText(speaker + printable(content), sizeOf(process.stdout).columns - 1, true)
    prompt.tell(lines.map((line) => colour.dim(line)).join('\n'))
  }
  prompt.recall(earlier.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).reverse())
}

/** Talks with a player until another one comes, or nobody. */
async function hold(desk: ChatContext, visit: PlayerSession): Promise<PlayerSession | 'leave'> {
  const end = rejectOnSessionEnd(visit.talk.session)
  for (;;) {
    const typed = await Promise.race([desk.prompt.next(), end])
    if (typed === null) return 'leave'
    if (typed.trim() === '') continue
    const next = await answer(desk, visit, typed)
    if (next !== 'stay') return next
  }
}

async function answer(desk: ChatContext, visit: PlayerSession, typed: string): Promise<Next> {
  const read = readTyped(typed)
  if (read.kind === 'text') {
    await runTurn(desk, visit, { text: read.text })
    return 'stay'
  }
  const command = COMMANDS.find(({ name }) => name === read.name)
  if (command === undefined) {
    desk.prompt.tell(unknown(read.name))
    return 'stay'
  }
  return command.run(desk, visit, read.argument).catch((error: unknown) => {
    if (isOver(visit.talk.session)) throw error
    printFailure(desk.prompt, error)
    return 'stay' as const
  })
}

const isOver = (session: Session): boolean => !['connected', 'reconnecting'].includes(session.state())

function unknown(name: string): string {
  const meant = closestName(
    name,
    COMMANDS.map((command) => command.name),
  )
  const advice = meant === undefined ? 'See /help.' : `Did you mean /${meant}?`
  return `(There is no command /${printableLine(name)}; nothing was sent. ${advice})`
}
