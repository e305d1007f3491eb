import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../../client/create-client.js'
import { SESSION_DEFAULTS } from '../../client/create-client.js'
import type { ReplyAudioChunk } from '../../client/session/reply-audio.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import { createLoudspeaker } from './devices/loudspeaker.js'
import { createSoundProcesses } from './devices/sound-processes.js'
import { findPlayers, installAdvice, type Machine } from './devices/sound-programs.js'
import { recordSpokenLine, type SpokenLine } from './spoken-line.js'
import { withSession } from './voice-session.js'

/** Not every service acknowledges that. */
const ACKNOWLEDGED_MS = 500

type SayRequest = {
  readonly text: string
  readonly characterId: string
  readonly playerId: string
  /** Hz. */
  readonly rate: number
  /** The longest pause in it, in milliseconds. */
  readonly pauseMs: number
}

/** Has a character say a line in a session of its own. */
export function sayInOwnSession(
  client: Client,
  { text, characterId, playerId, rate, pauseMs }: SayRequest,
  onSound?: (chunk: ReplyAudioChunk) => void,
): Promise<SpokenLine> {
  const settings = {
    characterId,
    playerId,
    playbackSampleRate: rate,
    connectTimeoutMs: Math.max(pauseMs, SESSION_DEFAULTS.connectTimeoutMs),
    capabilities: { camera: false, microphone: false, speaker: true },
  }
  return withSession(client, settings, async (session) => {
    const spoken = await recordSpokenLine(
      { session, baseUrl: client.baseUrl, idleTimeoutMs: pauseMs },
      text,
      onSound,
    )
    // Else the service would take it as heard only as far as a player could have come by now.
    await Promise.race([
      session.notifyAudioPlaybackComplete(spoken.messageId),
      sleep(ACKNOWLEDGED_MS, undefined, { ref: false }),
    ])
    return spoken
  })
}

/** The same, aloud, as it comes; resolves when it has been heard. */
export async function sayAndPlay(client: Client, line: SayRequest, machine: Machine): Promise<SpokenLine> {
  const players = await findPlayers(machine)
  if (players.length === 0) throw noPlayer(machine)
  const children = createSoundProcesses()
  const loudspeaker = createLoudspeaker(children, players)
  try {
    const spoken = await sayInOwnSession(client, line, loudspeaker.play)
    await loudspeaker.waitUntilPlayed(spoken.messageId)
    return spoken
  } finally {
    children.stop()
  }
}

const noPlayer = (machine: Machine): CommandError =>
  new CommandError({
    code: 'no_player',
    message: 'There is no program here that plays sound',
    hint: `${installAdvice(machine)} Or write the sound into a file with --out FILE.wav.`,
    exitCode: EXIT.failed,
  })
