import { createInterface } from 'node:readline'
import { Flags, type Interfaces } from '@oclif/core'
import { ParleyCommand } from '../src/cli/base-command.js'
import { characterArg } from '../src/cli/characters/character-flags.js'
import { findCharacterId } from '../src/cli/characters/find-character.js'
import { openPlayerSession } from '../src/cli/chat/chat-context.js'
import { createChatInterruptHandler } from '../src/cli/chat/chat-interrupt-handler.js'
import {
  defaultPlayerId,
  describeNewPlayer,
  newPlayerId,
  readCharacterName,
} from '../src/cli/chat/chat-participants.js'
import { runScriptedChat } from '../src/cli/chat/scripted-chat.js'
import { createSessionOpener } from '../src/cli/chat/session/player-session.js'
import { openTranscriptWriter } from '../src/cli/chat/transcript.js'
import { readAttachedImage } from '../src/cli/chat/turn.js'
import { createFiguresReader, type Figure, parseFigures } from '../src/cli/chat/turn-figures.js'
import { comparisonFlags, isComparison } from '../src/cli/compare/comparison-flags.js'
import { EXIT, inputNeededError, usageError } from '../src/cli/errors/command-error.js'
import { type Exit, exitOnSignals, exitProcess } from '../src/cli/exit-on-signals.js'
import { serviceFlags, timeoutFlag } from '../src/cli/flags/service-flags.js'
import { wasFlagGiven } from '../src/cli/flags/was-flag-given.js'
import type { Output } from '../src/cli/output/output.js'
import { createStaffAccess } from '../src/cli/turns/staff-access.js'
import { runVoiceChat } from '../src/cli/voice/run-voice-chat.js'
import { checkVoiceChatFlags, playerIdFlags, voiceChatFlags } from '../src/cli/voice/voice-flags.js'
import { SESSION_DEFAULTS } from '../src/client/create-client.js'

export default class Chat extends ParleyCommand {
  static override summary = 'Talk to a character.'
  static override description =
    `At a terminal it is a conversation with commands, such as /help, /memories, /why, /retry, /image, /voice and /player.
A line that ends with a backslash continues on the next one. Pasted text is one message. Tab completes.
With --message, or with lines piped in, each line is a turn.
With --voice you speak: the space bar opens the microphone. With --in a recording is sent, and each turn is answered.
The character remembers the player from one day to the next.
After a restart of the server the conversation continues.
Ctrl-C stops a reply, empties the line, and leaves with 130 when pressed again. Ctrl-D leaves with 0.`
  static override examples = [
    '<%= config.bin %> <%= command.id %> Mira',
    '<%= config.bin %> <%= command.id %> Mira --message "Do you remember me?" --player-id ada',
    '<%= config.bin %> <%= command.id %> Mira --image mira.png --message "What do you see?"',
    'echo "Wave to me" | <%= config.bin %> <%= command.id %> Mira --json',
    '<%= config.bin %> <%= command.id %> Mira --against-llm stub --message "Who are you?"',
    '<%= config.bin %> <%= command.id %> Maren --voice --in question.wav --out answer.wav',
  ]
  static override args = { character: characterArg }
  static override flags = {
    ...serviceFlags,
    ...playerIdFlags,
    timeout: timeoutFlag('How long the connection, or a pause in a reply, may take.', 60),
    message: Flags.string({ char: 'm', summary: 'Say this, print the reply, and leave.', helpValue: 'TEXT' }),
    image: Flags.string({
      summary: 'Send this picture with the first input: JPEG, PNG or WebP, at most 10 MB.',
      helpValue: 'FILE',
    }),
    transcript: Flags.string({
      summary: 'Append the conversation to this file; as JSON lines if its name ends in .jsonl.',
      helpValue: 'FILE',
    }),
    show: Flags.string({
      summary: 'Show these after each reply, separated by commas: times, memories, cost.',
      helpValue: 'NAMES',
    }),
    'text-only': Flags.boolean({ summary: 'Ask for replies without audio.' }),
    history: Flags.integer({
      summary: 'Earlier messages to show at a terminal.',
      helpValue: 'NUMBER',
      default: 6,
      min: 0,
      max: 200,
    }),
    term: Flags.string({ env: 'TERM', hidden: true, summary: 'What the terminal is.' }),
    ...comparisonFlags,
    ...voiceChatFlags,
  }

  #exit: Exit = exitProcess
  readonly #leave = () => leave(this.#exit)
  readonly #interruption = createChatInterruptHandler(this.#leave)

  protected override installSignalHandlers(): void {
    exitOnSignals(this.#interruption.handleInterrupt, (code) => this.#exit(code))
  }

  async run(): Promise<void> {
    const { args, flags, raw } = await this.parse(Chat)
    const output = this.output(flags)
    const figures = flags.show === undefined ? [] : parseFigures(flags.show)
    if (isComparison(flags, wasFlagGiven(raw))) return this.#compare(args.character, flags, figures)
    if (flags.voice) checkVoiceChatFlags(flags, output)
    const lines = flags.voice ? null : scriptedLines(output, flags.message)
    const image = await readAttachedImage(flags.image)
    // With the player as a header, the service would hide characters that belong to the account.
    const { client } = await this.resolveService({ ...flags, 'player-id': undefined })
    const openStaff = () => this.createAccountClient({ ...flags, 'player-id': undefined })
    const withStaff = createStaffAccess(openStaff, client.baseUrl)
    const readFigures = await createFiguresReader(withStaff, figures)
    const characterId = await findCharacterId(client, args.character)
    const playerId = flags.fresh ? newPlayerId('fresh') : (flags['player-id'] ?? defaultPlayerId())
    const characterName = await readCharacterName(client, characterId)
    if (flags.fresh) output.note(describeNewPlayer(args.character, { characterId, playerId }))
    const transcript = await openTranscriptWriter(flags.transcript, characterName)
    const isAttended = lines === null && flags.in === undefined
    const reconnectAttempts = attemptsToReconnect(flags, isAttended)
    const openSession = createSessionOpener(
      { client, characterId, output, isAttended, reconnectAttempts },
      flags,
    )
    const shared = { output, interruption: this.#interruption, transcript, characterName, readFigures }
    const canMoveCursor = flags.term !== 'dumb'
    // A boolean flag that is not given is undefined, whatever its type says.
    if (lines === null && flags.voice !== true) {
      const { runInteractiveChat } = await import('../src/cli/chat/interactive-chat.js')
      const { history } = flags
      const sessionDeps = { client, withStaff, characterId, openSession, history }
      const leaving = { leave: this.#leave, canMoveCursor }
      const settings = { ...shared, ...sessionDeps, ...leaving, voiceFlags: flags, image }
      return runInteractiveChat(settings, await openPlayerSession(sessionDeps, playerId))
    }
    const talk = await openSession({ playerId, isSpoken: lines === null })
    try {
      if (lines === null) await runVoiceChat({ ...shared, talk }, flags, this.#leave)
      else await runScriptedChat({ ...shared, talk, canMoveCursor }, lines, image)
    } finally {
      talk.session.disconnect()
    }
  }

  async #compare(character: string, flags: ChatFlags, figures: readonly Figure[]): Promise<void> {
    const output = this.output(flags)
    const { runComparison } = await import('../src/cli/compare/run-comparison.js')
    const account = { ...flags, 'player-id': undefined }
    await runComparison({
      ...{ character, flags, figures, output, interruption: this.#interruption, leave: this.#leave },
      version: this.config.version,
      image: await readAttachedImage(flags.image),
      openLines: () => scriptedLines(output, flags.message),
      openClient: async () => (await this.resolveService(account)).client,
      openStaffClient: () => this.createAccountClient(account),
      setExit: (exit) => {
        this.#exit = exit
      },
    })
  }
}

type ChatFlags = Interfaces.InferredFlags<typeof Chat.flags & typeof Chat.baseFlags>

/** Without a limit for a person, an app's default for piped lines, none for a single turn, which is lost with its connection. */
function attemptsToReconnect(
  { message, in: recording }: { readonly message?: string | undefined; readonly in?: string | undefined },
  isAttended: boolean,
): number {
  if (isAttended) return Number.POSITIVE_INFINITY
  return message === undefined && recording === undefined ? SESSION_DEFAULTS.maxReconnectAttempts : 0
}

function leave(exit: Exit): void {
  // The shell's prompt should begin on a new line.
  if (process.stdout.isTTY) process.stdout.write('\n')
  exit(EXIT.interrupted)
}

/** The lines of `--message` or of standard input; null when a person types at the terminal. */
function scriptedLines(
  { terminal }: Output,
  message: string | undefined,
): AsyncIterable<string> | Iterable<string> | null {
  if (message?.trim() === '') throw usageError('--message is blank')
  if (message !== undefined) return [message]
  if (!process.stdin.isTTY) return pipedLines()
  if (terminal.isInteractive && process.stdout.isTTY) return null
  throw inputNeededError('There is no input.', 'Pass a message with --message, or pipe lines in.')
}

/** Begins to read when the first line is requested, because earlier lines would be lost. */
async function* pipedLines(): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
  } finally {
    // A pipe that its writer keeps open would keep this process running after a chat that ends early.
    process.stdin.destroy()
  }
}
