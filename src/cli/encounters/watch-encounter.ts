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
  /** Any character of the account: a socket session needs one. */
  readonly characterId: string
  readonly connectTimeoutMs: number
}

type EncounterEnd = ServerEvents['encounter_end']

const ENDINGS: Readonly<Record<EncounterEndReason, string>> = {
  max_turns_reached: 'The encounter is over.',
  cancelled: 'The encounter was cancelled.',
  error: 'The encounter failed.',
}

/** Prints every line of an encounter until it ends, including those from before the connection. */
export async function watchEncounter(watch: EncounterWatch): Promise<void> {
  const { client, output, encounterId, characterId, connectTimeoutMs } = watch
  const capabilities = { camera: false, microphone: false, speaker: false }
  const pair = { characterId, playerId: defaultPlayerId() }
  const session = client.session({ ...pair, connectTimeoutMs, capabilities })
  const printLine = createLinePrinter(watch)
  const ended = new Promise<EncounterEnd>((resolve, reject) => {
    session.on('sessionConnected', () => session.subscribeEncounter(encounterId))
    session.on('encounterMessage', (message) => {
      if (message.encounterId === encounterId) printLine(message)
    })
    session.on('encounterEnd', (end) => {
      if (end.encounterId === encounterId) resolve(end)
    })
    session.on('error', ({ error = 'internal', message }) => reject(refused(error, message)))
    session.on('disconnected', ({ reason, willReconnect }) => {
      if (!willReconnect) reject(sessionClosed(reason))
    })
  })
  // A failure to connect rejects connect(); without this, `ended` would also be an unhandled rejection.
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

/** After a reconnection the service sends all messages again; those already printed are skipped. */
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
