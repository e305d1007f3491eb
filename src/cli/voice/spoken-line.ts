import { type Session, UnreachableError } from '../../client/create-client.js'
import { type ReplyAudioChunk, subscribeToReplyAudio } from '../../client/session/reply-audio.js'
import { createRestartableTimeout } from '../../client/session/restartable-timeout.js'
import { CommandError, EXIT } from '../errors/command-error.js'

/** A line as it was spoken. */
export type SpokenLine = {
  readonly messageId: string
  /** 16-bit little-endian mono, as it came. */
  readonly pcm16: Uint8Array
  /** Hz. */
  readonly sampleRate: number
  /** From the request to the first sound, in milliseconds. */
  readonly firstSoundMs: number
}

type SpokenLineDeps = {
  readonly session: Session
  readonly baseUrl: string
  /** The longest pause in it, in milliseconds. */
  readonly idleTimeoutMs: number
}

/** Other services than ours may send sound behind the whole text; when none has come until then there is none. */
const GRACE_MS = 2000

/**
 * Has the character say a line, and gathers its sound. Rejects when it is interrupted, when the voice fails, or when
 * nothing comes for too long; `onSound` hears each piece at once.
 */
export async function recordSpokenLine(
  { session, baseUrl, idleTimeoutMs: pauseMs }: SpokenLineDeps,
  text: string,
  onSound: (chunk: ReplyAudioChunk) => void = () => undefined,
): Promise<SpokenLine> {
  const chunks: ReplyAudioChunk[] = []
  const started = performance.now()
  let firstSoundMs = 0
  const heard = createDeferred()
  const patience = createRestartableTimeout(pauseMs, () =>
    heard.reject(new UnreachableError(baseUrl, 'timeout')),
  )
  const grace = createRestartableTimeout(GRACE_MS, () => heard.reject(silent()))
  const forget = [
    subscribeToReplyAudio(session, {
      onChunk: (chunk) => {
        if (chunks.length === 0) firstSoundMs = performance.now() - started
        grace.cancel()
        patience.start()
        chunks.push(chunk)
        onSound(chunk)
        if (chunk.isLast) heard.resolve()
      },
      onInterrupt: () => heard.reject(interrupted()),
    }),
    session.on('voiceError', ({ message }) => heard.reject(failed(message))),
  ]
  try {
    patience.start()
    const { error } = await Promise.race([session.sayLine(text), heard.failure])
    if (error !== null) throw failed(error)
    if (chunks.length === 0) grace.start()
    await heard.promise
  } finally {
    for (const each of forget) each()
    patience.cancel()
    grace.cancel()
  }
  const [first] = chunks
  if (first === undefined) throw silent()
  return {
    messageId: first.messageId,
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
  // Whoever waits for the text first must not make a failure of the sound an unhandled one.
  failure.catch(() => undefined)
  return { promise, failure, resolve, reject }
}

const silent = (): CommandError =>
  new CommandError({
    code: 'no_sound',
    message: 'The line came as text only',
    hint: 'The character is text-only, or the server has no voice.',
    exitCode: EXIT.failed,
  })

const failed = (message: string): CommandError =>
  new CommandError({ code: 'voice_failed', message, exitCode: EXIT.failed })

const interrupted = (): CommandError =>
  new CommandError({ code: 'interrupted', message: 'Interrupted', exitCode: EXIT.failed })
