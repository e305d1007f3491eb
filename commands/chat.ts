import { createInterface } from 'node:readline'
import { Flags } from '@oclif/core'
import { ParleyCommand } from '../src/cli/base-command.js'
import { characterArg } from '../src/cli/characters/character-flags.js'
import { findCharacterId } from '../src/cli/characters/find-character.js'
import { readAttachedImage } from '../src/cli/chat/attached-image.js'
import { openPlayerSession } from '../src/cli/chat/chat-context.js'
import { createChatInterruptHandler } from '../src/cli/chat/chat-interrupt-handler.js'
import { defaultPlayerId, readCharacterName } from '../src/cli/chat/chat-participants.js'
import { runScriptedChat } from '../src/cli/chat/scripted-chat.js'
import { createSessionOpener } from '../src/cli/chat/session/open-session.js'
import { openTranscriptWriter } from '../src/cli/chat/transcript.js'
import { EXIT, inputNeededError, usageError } from '../src/cli/errors/command-error.js'
import { exitOnSignals } from '../src/cli/exit-on-signals.js'
import { serviceFlags, timeoutFlag } from '../src/cli/flags/service-flags.js'
import type { Output } from '../src/cli/output/output.js'
import { checkVoiceChatFlags, runVoiceChat, voiceChatFlags } from '../src/cli/voice/run-voice-chat.js'
import { SESSION_DEFAULTS } from '../src/client/create-client.js'

export default class Chat extends ParleyCommand {
  static override summary = 'Talk to a character.'
  static override description =
    `At a terminal the chat is interactive, with commands such as /help, /memories, /image, /voice, /save and /player.
A backslash at the end of a line continues it on the next; pasted text is one message; Tab completes.
With --message, or with lines piped in, each line is a turn.
With --voice you talk by voice: the space bar opens the microphone; --in plays a recording instead.
The character remembers the player in later conversations.
If the server restarts, the conversation continues.
Ctrl-C stops a reply or clears the line, and when pressed again exits with 130. Ctrl-D exits with 0.`
  static override examples = [
    '<%= config.bin %> <%= command.id %> Mira',
    '<%= config.bin %> <%= command.id %> Mira --message "Do you remember me?" --player-id ada',
    '<%= config.bin %> <%= command.id %> Mira --image mira.png --message "What do you see?"',
    'echo "Wave to me" | <%= config.bin %> <%= command.id %> Mira --json',
    '<%= config.bin %> <%= command.id %> Maren --voice --in question.wav --out answer.wav',
  ]
  static override args = { character: characterArg }
  static override flags = {
    ...serviceFlags,
    'player-id': Flags.string({
      summary: 'Player who talks. Default: the name of your user on this machine.',
      env: 'PARLEY_PLAYER_ID',
      helpGroup: 'SERVICE',
    }),
    timeout: timeoutFlag('Time limit of the connection, and of a pause in a reply.', 60),
    message: Flags.string({
      char: 'm',
      summary: 'Send this message, print the reply, and exit.',
      helpValue: 'TEXT',
    }),
    image: Flags.string({
      summary: 'Send this image with the first message: JPEG, PNG or WebP, at most 10 MB.',
      helpValue: 'FILE',
    }),
    transcript: Flags.string({
      summary: 'Append the conversation to this file, as JSON lines if its extension is .jsonl.',
      helpValue: 'FILE',
    }),
    'text-only': Flags.boolean({ summary: 'Request replies without audio.' }),
    history: Flags.integer({
      summary: 'Number of earlier messages to show at a terminal.',
      helpValue: 'NUMBER',
      default: 6,
      min: 0,
      max: 200,
    }),
    term: Flags.string({ env: 'TERM', hidden: true, summary: 'Type of the terminal.' }),
    ...voiceChatFlags,
  }

  readonly #interruption = createChatInterruptHandler(leave)

  protected override installSignalHandlers(): void {
    exitOnSignals(this.#interruption.handleInterrupt)
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Chat)
    const output = this.output(flags)
    if (flags.voice) checkVoiceChatFlags(flags, output)
    const lines = flags.voice ? null : scriptedLines(output, flags.message)
    const picture = await readAttachedImage(flags.image)
    // With a player header the service hides the characters that belong to the account.
    const { client } = await this.resolveService({ ...flags, 'player-id': undefined })
    const characterId = await findCharacterId(client, args.character)
    const playerId = flags['player-id'] ?? defaultPlayerId()
    const character = await readCharacterName(client, characterId)
    const transcript = await openTranscriptWriter(flags.transcript, character)
    const isAttended = lines === null && flags.in === undefined
    const reconnectAttempts = attemptsToReconnect(flags, isAttended)
    const openTalk = createSessionOpener(
      { client, characterId, output, isAttended, reconnectAttempts },
      flags,
    )
    const shared = { output, interruption: this.#interruption, transcript, character }
    const isScreen = flags.term !== 'dumb'
    // oclif leaves an absent boolean flag undefined, although its type is boolean.
    if (lines === null && flags.voice !== true) {
      const { runInteractiveChat } = await import('../src/cli/chat/interactive-chat.js')
      const { history } = flags
      const door = { client, characterId, openTalk, history }
      const rest = { aloud: flags, leave, isScreen, picture }
      return runInteractiveChat({ ...shared, ...door, ...rest }, await openPlayerSession(door, playerId))
    }
    const talk = await openTalk({ playerId, isSpoken: lines === null })
    try {
      if (lines === null) await runVoiceChat({ ...shared, talk }, flags, leave)
      else await runScriptedChat({ ...shared, talk, isScreen }, lines, picture)
    } finally {
      talk.session.disconnect()
    }
  }
}

/** A user at a terminal may wait forever, piped lines use the default of the client, and a single turn is not retried. */
function attemptsToReconnect(
  { message, in: recording }: { readonly message?: string | undefined; readonly in?: string | undefined },
  isAttended: boolean,
): number {
  if (isAttended) return Number.POSITIVE_INFINITY
  return message === undefined && recording === undefined ? SESSION_DEFAULTS.maxReconnectAttempts : 0
}

function leave(): never {
  // Move the prompt of the shell to a new line.
  if (process.stdout.isTTY) process.stdout.write('\n')
  return process.exit(EXIT.interrupted)
}

/** The lines to send if they are known in advance; null if a user will type them. */
function scriptedLines(
  { terminal }: Output,
  message: string | undefined,
): AsyncIterable<string> | Iterable<string> | null {
  if (message?.trim() === '') throw usageError('--message is blank')
  if (message !== undefined) return [message]
  if (!process.stdin.isTTY) return pipedLines()
  if (terminal.isInteractive && process.stdout.isTTY) return null
  throw inputNeededError('There is no input.', 'Pass --message, or pipe lines in.')
}

/** Starts reading on first use: readline drops lines that arrive before the iteration begins. */
async function* pipedLines(): AsyncGenerator<string> {
  yield* createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
}
