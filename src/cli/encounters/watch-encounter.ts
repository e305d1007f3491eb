import { type Client, sessionClosed } from '../../client/create-client.js'
import type { EncounterEndReason } from '../../contract/encounters.js'
import type { ServerEvents } from '../../contract/events.js'
import { defaultPlayerId } from '../chat/chat-participants.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import type { Output } from '../output/output.js'
import { printable, printableLine } from '../output/printable.js'

type EncounterWatch = {
  readonly client: Client
  readonly output: Output
  readonly encounterId: string
  /** Any character of the account: a client joins the socket as somebody who talks to one. */
  readonly characterId: string
  readonly connectTimeoutMs: number
}

type End = ServerEvents['encounter_end']

const ENDINGS: Readonly<Record<EncounterEndReason, string>> = {
  max_turns_reached: 'The encounter is over.',
  cancelled: 'The encounter was cancelled.',
  error: 'The encounter failed.',
}

/** Prints every line of an encounter as it comes, those before too, until it ends. */
export async function watchEncounter(following: EncounterWatch): Promise<void> {
  const { client, output, encounterId, characterId, connectTimeoutMs } = following
  const capabilities = { camera: false, microphone: false, speaker: false }
  const pair = { characterId, playerId: defaultPlayerId() }
  const session = client.session({ ...pair, connectTimeoutMs, capabilities })
  const show = createLinePrinter(following)
  const ended = new Promise<End>((resolve, reject) => {
    session.on('sessionConnected', () => session.subscribeEncounter(encounterId))
    session.on('encounterMessage', (message) => {
      if (message.encounterId === encounterId) show(message)
    })
    session.on('encounterEnd', (end) => {
      if (end.encounterId === encounterId) resolve(end)
    })
    session.on('error', ({ error = 'internal', message }) => reject(refused(error, message)))
    session.on('disconnected', ({ reason, willReconnect }) => {
      if (!willReconnect) reject(sessionClosed(reason))
    })
  })
  // Whoever waits for the connection first hears of its failure there.
  ended.catch(() => undefined)
  try {
    await session.connect()
    const end = await ended
    output.event({ event: 'end', ...end }, () => '')
    output.note(ENDINGS[end.reason])
    if (end.reason !== 'max_turns_reached') process.exitCode = EXIT.failed
  } finally {
    session.disconnect()
  }
}

/** After a reconnection everything is told again from the beginning: what was printed is not printed twice. */
function createLinePrinter({ output }: Pick<EncounterWatch, 'output'>) {
  let next = 0
  return (message: ServerEvents['encounter_message']) => {
    if (message.turnIndex < next) return
    next = message.turnIndex + 1
    const side = message.speaker.toUpperCase()
    const who = message.speakerName === undefined ? side : `${printableLine(message.speakerName)} (${side})`
    const line = () => `${output.terminal.colour.bold(who)}: ${printable(message.text)}`
    output.event({ event: 'message', ...message }, line)
  }
}

const refused = (code: string, message: string) => new CommandError({ code, message, exitCode: EXIT.failed })
