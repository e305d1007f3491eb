import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeWav } from '../../audio/wav.js'
import { type Client, SESSION_DEFAULTS, type Session, UnreachableError } from '../../client/create-client.js'
import type { ReplyStream } from '../../client/session/reply.js'
import { type ReplyAudioChunk, subscribeToReplyAudio } from '../../client/session/reply-audio.js'
import { createRestartableTimeout } from '../../client/session/restartable-timeout.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import { writeOutputFile } from '../output/output-file.js'
import { createLoudspeaker } from './devices/loudspeaker.js'
import { createSoundProcesses } from './devices/sound-processes.js'
import { findPlayers, installAdvice, type Machine } from './devices/sound-programs.js'
import { withSession } from './voice-session.js'

/** The longest wait for the acknowledgement, which not every service sends. */
const ACKNOWLEDGEMENT_MS = 500

export type SayRequest = {
  readonly text: string
  readonly characterId: string
  readonly playerId: string
  /** Hz. */
  readonly rate: number
  /** The words are in the sound as tones, too. */
  readonly hasDataLayer: boolean
  /** The longest pause within the speech, in milliseconds. */
  readonly idleTimeoutMs: number
}

/** Has a character say a line, in a session of its own. */
export function sayInOwnSession(
  client: Client,
  request: SayRequest,
  onSound?: (chunk: ReplyAudioChunk) => void,
): Promise<SpokenLine> {
  return recordInOwnSession(client, request, { begin: (session) => session.sayLine(request.text), onSound })
}

type Recording = {
  /** Has the character speak. */
  begin(session: Session): ReplyStream
  /** Receives each chunk as it arrives. */
  readonly onSound?: ((chunk: ReplyAudioChunk) => void) | undefined
  /** Subscribes to more of the session than its sound. */
  onSession?(session: Session): void
  /** Replies come with frames of the face, and say how much of the text was spoken; needs a rate of 16,000 Hz. */
  readonly animation?: boolean
}

/** Has a character speak in a session of its own, and collects the sound. */
export function recordInOwnSession(
  client: Client,
  { characterId, playerId, rate, hasDataLayer, idleTimeoutMs }: Omit<SayRequest, 'text'>,
  recording: Recording,
): Promise<SpokenLine> {
  const settings = {
    characterId,
    playerId,
    playbackSampleRate: rate,
    voiceDataLayer: hasDataLayer,
    connectTimeoutMs: Math.max(idleTimeoutMs, SESSION_DEFAULTS.connectTimeoutMs),
    animation: recording.animation ?? false,
    voiceCaptions: recording.animation ?? false,
    capabilities: { camera: false, microphone: false, speaker: true },
  }
  return withSession(client, settings, async (session) => {
    recording.onSession?.(session)
    const spoken = await recordSpokenLine({ session, baseUrl: client.baseUrl, idleTimeoutMs }, recording)
    // Otherwise the service would store only what a player could have heard by now.
    await Promise.race([
      session.notifyAudioPlaybackComplete(spoken.messageId),
      sleep(ACKNOWLEDGEMENT_MS, undefined, { ref: false }),
    ])
    return spoken
  })
}

/** Has a character say a line and plays it as it arrives; resolves when it was played. */
export async function sayAndPlay(client: Client, line: SayRequest, machine: Machine): Promise<SpokenLine> {
  const players = await findPlayers(machine)
  if (players.length === 0) throw noPlayerError(machine)
  const processes = createSoundProcesses()
  const loudspeaker = createLoudspeaker(processes, players)
  try {
    const spoken = await sayInOwnSession(client, line, loudspeaker.play)
    await loudspeaker.waitUntilPlayed(spoken.messageId)
    return spoken
  } finally {
    processes.stop()
  }
}

const noPlayerError = (machine: Machine): CommandError =>
  new CommandError({
    code: 'no_player',
    message: 'There is no program here that plays sound',
    hint: `${installAdvice(machine)} Or write the sound into a file with --out FILE.wav.`,
    exitCode: EXIT.failed,
  })

/** The speech of a line. */
export type SpokenLine = {
  readonly messageId: string
  /** As the service gives it. */
  readonly text: string
  /** 16-bit little-endian mono. */
  readonly pcm16: Uint8Array
  /** Hz. */
  readonly sampleRate: number
  /** Milliseconds from the request to the first sound. */
  readonly firstSoundMs: number
}

type SpokenLineDeps = {
  readonly session: Session
  readonly baseUrl: string
  /** The longest pause within the speech, in milliseconds. */
  readonly idleTimeoutMs: number
}

/** Other services may send sound after the complete text; if none has come by then, there is none. */
const SOUND_AFTER_TEXT_MS = 2000

/** Rejects when the line is interrupted, when the voice fails, and after an idle timeout. */
async function recordSpokenLine(
  { session, baseUrl, idleTimeoutMs }: SpokenLineDeps,
  { begin, onSound = () => undefined }: Recording,
): Promise<SpokenLine> {
  const chunks: ReplyAudioChunk[] = []
  const started = performance.now()
  let firstSoundMs = 0
  const completion = createDeferred()
  const idleTimeout = createRestartableTimeout(idleTimeoutMs, () =>
    completion.reject(new UnreachableError(baseUrl, 'timeout')),
  )
  const soundDeadline = createRestartableTimeout(SOUND_AFTER_TEXT_MS, () => completion.reject(noSoundError()))
  const subscriptions = [
    subscribeToReplyAudio(session, {
      onChunk: (chunk) => {
        if (chunks.length === 0) firstSoundMs = performance.now() - started
        soundDeadline.cancel()
        idleTimeout.start()
        chunks.push(chunk)
        onSound(chunk)
        if (chunk.isLast) completion.resolve()
      },
      onInterrupt: () => completion.reject(interruptedError()),
    }),
    session.on('voiceError', ({ message }) => completion.reject(voiceFailedError(message))),
  ]
  let text: string
  try {
    idleTimeout.start()
    const reply = await Promise.race([begin(session), completion.failure])
    if (reply.error !== null) throw voiceFailedError(reply.error)
    text = reply.text
    if (chunks.length === 0) soundDeadline.start()
    await completion.promise
  } finally {
    for (const unsubscribe of subscriptions) unsubscribe()
    idleTimeout.cancel()
    soundDeadline.cancel()
  }
  const [first] = chunks
  if (first === undefined) throw noSoundError()
  return {
    messageId: first.messageId,
    text,
    pcm16: Buffer.concat(chunks.map(({ pcm16 }) => pcm16)),
    sampleRate: first.sampleRate,
    firstSoundMs,
  }
}

function createDeferred() {
  let resolve: () => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<void>((yes, no) => {
    resolve = yes
    reject = no
  })
  const failure = promise.then(() => new Promise<never>(() => undefined))
  // It may be rejected while nobody awaits it.
  failure.catch(() => undefined)
  return { promise, failure, resolve, reject }
}

const noSoundError = (): CommandError =>
  new CommandError({
    code: 'no_sound',
    message: 'The line came as text only',
    hint: 'The character is text-only, or the server has no voice.',
    exitCode: EXIT.failed,
  })

const voiceFailedError = (message: string): CommandError =>
  new CommandError({ code: 'voice_failed', message, exitCode: EXIT.failed })

const interruptedError = (): CommandError =>
  new CommandError({ code: 'interrupted', message: 'Interrupted', exitCode: EXIT.failed })

/** Writes a line as WAV to a file, or to standard output (`-`). */
export async function saveSpokenLine(file: string, { pcm16, sampleRate }: SpokenLine): Promise<void> {
  const wav = writeWav(sampleRate, pcm16)
  if (file !== '-') return writeOutputFile(file, wav)
  if (!process.stdout.write(wav)) await once(process.stdout, 'drain')
}

/** The result of `say`, as JSON and as text. */
export function describeSpokenLine(
  { messageId, pcm16, sampleRate, firstSoundMs }: SpokenLine,
  file: string | undefined,
): [result: object, human: () => string] {
  const samples = pcm16.length / 2
  const seconds = samples / sampleRate
  const result = {
    messageId,
    file: file ?? null,
    rate: sampleRate,
    samples,
    duration: Number(seconds.toFixed(3)),
    firstSoundMs: Math.round(firstSoundMs),
  }
  const text = `${seconds.toFixed(1)} seconds at ${sampleRate} Hz`
  return [result, () => (file === undefined ? `Said: ${text}` : `Saved ${file}: ${text}`)]
}
