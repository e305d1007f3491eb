import type { Session } from '../../client/create-client.js'
import { closestWord } from '../../runtime/config/similar-words.js'
import { terminalSize } from '../line-editor/input-area.js'
import { printable, printableLine } from '../output/printable.js'
import { wrapText } from '../output/table.js'
import { type ChatContext, runTurn } from './chat-context.js'
import { parseInput, type SlashCommandOutcome } from './commands/slash-command.js'
import { SLASH_COMMANDS } from './commands/slash-commands.js'
import { printFailure } from './print-failure.js'
import { completeChat } from './prompt/completion.js'
import { createPlainPrompt } from './prompt/plain-prompt.js'
import { createPrompt, PROMPTS, type Prompt, type PromptSettings } from './prompt/prompt.js'
import { createReplyView } from './reply-view.js'
import type { PlayerSession } from './session/player-session.js'
import { showReconnection } from './session/reconnection.js'
import { rejectOnSessionEnd } from './session/session-end.js'
import { createChatStatusLine } from './status-line.js'
import { createReplyWriter } from './streaming-word-wrap.js'
import type { AttachedImage } from './turn.js'

type InteractiveChatSettings = Omit<ChatContext, 'prompt' | 'view' | 'statusLine'> & {
  /** Shown before anything is said. */
  readonly picture?: AttachedImage | undefined
}

/** Holds a conversation with a person at a terminal, until Ctrl-D, Ctrl-C or the end of the session. */
export async function runInteractiveChat(
  { picture, ...setting }: InteractiveChatSettings,
  first: PlayerSession,
): Promise<void> {
  const desk = createChatContext(setting)
  let visit = first
  desk.output.note(
    `Talking to ${printableLine(desk.character)}. Ctrl-C stops a reply, Ctrl-D leaves, /help tells more.`,
  )
  try {
    beginPlayerSession(desk, visit)
    if (picture !== undefined) await runTurn(desk, visit, { text: '', image: picture })
    for (;;) {
      const next = await runPlayerSession(desk, visit)
      if (next === 'leave') return
      visit = next
      beginPlayerSession(desk, visit)
    }
  } finally {
    desk.view.abort()
    desk.prompt.close()
    visit.talk.session.disconnect()
  }
}

function createChatContext(setting: Omit<InteractiveChatSettings, 'picture'>): ChatContext {
  const { output, character, interruption } = setting
  const { colour } = output.terminal
  const standing = createChatStatusLine(colour, () => prompt.refreshStatus())
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
function beginPlayerSession(
  { character, output, prompt, statusLine: standing }: ChatContext,
  { talk, earlierMessages: earlier, ...visit }: PlayerSession,
): void {
  const { colour } = output.terminal
  standing.trackSession({ talk, ...visit })
  showReconnection(talk.session, prompt)
  if (earlier === null) return
  for (const { role, content } of earlier) {
    const speaker = role === 'user' ? PROMPTS.first : `${printable(character)}: `
    const lines = wrapText(speaker + printable(content), terminalSize(process.stdout).columns - 1, true)
    prompt.tell(lines.map((line) => colour.dim(line)).join('\n'))
  }
  prompt.setHistory(earlier.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).reverse())
}

/** Talks with a player until another one comes, or nobody. */
async function runPlayerSession(desk: ChatContext, visit: PlayerSession): Promise<PlayerSession | 'leave'> {
  const end = rejectOnSessionEnd(visit.talk.session)
  for (;;) {
    const typed = await Promise.race([desk.prompt.next(), end])
    if (typed === null) return 'leave'
    if (typed.trim() === '') continue
    const next = await handleInput(desk, visit, typed)
    if (next !== 'stay') return next
  }
}

async function handleInput(
  desk: ChatContext,
  visit: PlayerSession,
  typed: string,
): Promise<SlashCommandOutcome> {
  const read = parseInput(typed)
  if (read.kind === 'text') {
    await runTurn(desk, visit, { text: read.text })
    return 'stay'
  }
  const command = SLASH_COMMANDS.find(({ name }) => name === read.name)
  if (command === undefined) {
    desk.prompt.tell(unknownCommandText(read.name))
    return 'stay'
  }
  return command.run(desk, visit, read.argument).catch((error: unknown) => {
    if (isSessionOver(visit.talk.session)) throw error
    printFailure(desk.prompt, error)
    return 'stay' as const
  })
}

const isSessionOver = (session: Session): boolean => !['connected', 'reconnecting'].includes(session.state())

function unknownCommandText(name: string): string {
  const meant = closestWord(
    name,
    SLASH_COMMANDS.map((command) => command.name),
  )
  const advice = meant === undefined ? 'See /help.' : `Did you mean /${meant}?`
  return `(There is no command /${printableLine(name)}; nothing was sent. ${advice})`
}
