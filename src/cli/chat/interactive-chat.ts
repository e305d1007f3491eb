import type { Session } from '../../client/create-client.js'
import { closestWord } from '../../runtime/config/similar-words.js'
import { terminalSize } from '../line-editor/input-area.js'
import { printable, printableLine } from '../output/printable.js'
import { wrapText } from '../output/table.js'
import { type ChatContext, printFailure, runTurn } from './chat-context.js'
import { parseInput, type SlashCommandOutcome } from './commands/slash-command.js'
import { SLASH_COMMANDS } from './commands/slash-commands.js'
import { completeChat } from './prompt/completion.js'
import { createPlainPrompt } from './prompt/plain-prompt.js'
import { createPrompt, PROMPTS, type Prompt, type PromptSettings } from './prompt/prompt.js'
import { createReplyView } from './reply-view.js'
import type { PlayerSession } from './session/player-session.js'
import { rejectOnSessionEnd, showReconnection } from './session/reconnection.js'
import { createChatStatusLine } from './status-line.js'
import { createReplyWriter } from './streaming-word-wrap.js'
import type { AttachedImage } from './turn.js'

type InteractiveChatSettings = Omit<ChatContext, 'prompt' | 'view' | 'statusLine'> & {
  /** Shown to the character before the first input. */
  readonly image?: AttachedImage | undefined
}

/** Holds a conversation with a person at a terminal, until Ctrl-D, Ctrl-C or the end of the session. */
export async function runInteractiveChat(
  { image, ...settings }: InteractiveChatSettings,
  firstSession: PlayerSession,
): Promise<void> {
  const context = createChatContext(settings)
  let playerSession = firstSession
  context.output.note(
    wrapText(
      `Talking to ${printableLine(context.characterName)}. Ctrl-C stops a reply, Ctrl-D leaves, /help tells more.`,
      terminalSize(process.stdout).columns - 1,
    ).join('\n'),
  )
  try {
    beginPlayerSession(context, playerSession)
    if (image !== undefined) await runTurn(context, playerSession, { text: '', image })
    for (;;) {
      const next = await runPlayerSession(context, playerSession)
      if (next === 'leave') return
      playerSession = next
      beginPlayerSession(context, playerSession)
    }
  } finally {
    context.view.abort()
    context.prompt.close()
    playerSession.talk.session.disconnect()
  }
}

function createChatContext(settings: Omit<InteractiveChatSettings, 'image'>): ChatContext {
  const { output, characterName, interruption, canMoveCursor } = settings
  const { colour } = output.terminal
  const statusLine = createChatStatusLine(colour, () => prompt.refreshStatus())
  const prompt: Prompt = openPrompt(canMoveCursor, {
    status: statusLine.render,
    complete: (before) => completeChat(settings, before),
    onInterrupt: interruption.handleInterrupt,
    onLeave: settings.leave,
  })
  const prefix = `${colour.cyan(printable(characterName))}: `
  const view = createReplyView(createReplyWriter(process.stdout, canMoveCursor), prefix)
  return { ...settings, prompt, view, statusLine }
}

const openPrompt = (canMoveCursor: boolean, settings: PromptSettings): Prompt =>
  canMoveCursor ? createPrompt(process, settings) : createPlainPrompt(process, settings)

/** Shows the earlier messages of a player, and from now on the state of the connection. */
function beginPlayerSession(
  { characterName, output, prompt, statusLine }: ChatContext,
  { talk, playerId, earlierMessages }: PlayerSession,
): void {
  const { colour } = output.terminal
  statusLine.trackSession({ talk, playerId })
  showReconnection(talk.session, prompt)
  if (earlierMessages === null) return
  for (const { role, content } of earlierMessages) {
    const speaker = role === 'user' ? PROMPTS.first : `${printable(characterName)}: `
    const lines = wrapText(speaker + printable(content), terminalSize(process.stdout).columns - 1, true)
    prompt.tell(lines.map((line) => colour.dim(line)).join('\n'))
  }
  const inputs = earlierMessages.flatMap(({ role, content }) => (role === 'user' ? [content] : []))
  prompt.setHistory(inputs.reverse())
}

/** Handles input until a command changes the session or the user leaves. */
async function runPlayerSession(
  context: ChatContext,
  playerSession: PlayerSession,
): Promise<PlayerSession | 'leave'> {
  const end = rejectOnSessionEnd(playerSession.talk.session)
  for (;;) {
    const input = await Promise.race([context.prompt.next(), end])
    if (input === null) return 'leave'
    if (input.trim() === '') continue
    const next = await handleInput(context, playerSession, input)
    if (next !== 'stay') return next
  }
}

async function handleInput(
  context: ChatContext,
  playerSession: PlayerSession,
  input: string,
): Promise<SlashCommandOutcome> {
  const parsed = parseInput(input)
  if (parsed.kind === 'text') {
    await runTurn(context, playerSession, { text: parsed.text })
    return 'stay'
  }
  const command = SLASH_COMMANDS.find(({ name }) => name === parsed.name)
  if (command === undefined) {
    context.prompt.tell(unknownCommandText(parsed.name))
    return 'stay'
  }
  return command.run(context, playerSession, parsed.argument).catch((error: unknown) => {
    if (isSessionOver(playerSession.talk.session)) throw error
    printFailure(context.prompt, error)
    return 'stay' as const
  })
}

const isSessionOver = (session: Session): boolean => !['connected', 'reconnecting'].includes(session.state())

function unknownCommandText(name: string): string {
  const suggestion = closestWord(
    name,
    SLASH_COMMANDS.map((command) => command.name),
  )
  const advice = suggestion === undefined ? 'See /help.' : `Did you mean /${suggestion}?`
  return `(There is no command /${printableLine(name)}; nothing was sent. ${advice})`
}
