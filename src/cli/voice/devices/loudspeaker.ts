import type { ReplyAudioChunk } from '../../../client/session/reply-audio.js'
import { CommandError, EXIT } from '../../errors/command-error.js'
import type { SoundProcess, SoundProcesses } from './sound-processes.js'
import type { SoundProgram } from './sound-programs.js'

/** Plays replies on a device, or into a file in its place. */
export interface Loudspeaker {
  play(chunk: ReplyAudioChunk): void
  /** Silences a reply at once. */
  cut(messageId: string): void
  /** Resolves once a reply that has arrived completely was played or cut. Rejects when it cannot be played. */
  waitUntilPlayed(messageId: string): Promise<void>
}

/** Plays one reply after the other, with the first of these programs that works. */
export function createLoudspeaker(
  processes: SoundProcesses,
  players: readonly SoundProgram[],
  elapsed = () => performance.now(),
): Loudspeaker {
  const playbacks = new Map<string, Playback>()
  let last: Promise<unknown> = Promise.resolve()

  const open = (messageId: string, sampleRate: number): Playback => {
    const playback = createPlayback({ processes, players, elapsed }, sampleRate, last)
    playbacks.set(messageId, playback)
    last = playback.ended.catch(() => undefined)
    return playback
  }
  return {
    play: ({ messageId, sampleRate, pcm16, isLast }) => {
      const playback = playbacks.get(messageId) ?? open(messageId, sampleRate)
      playback.add(pcm16)
      if (isLast) playback.end()
    },
    cut: (messageId) => playbacks.get(messageId)?.cut(),
    waitUntilPlayed: async (messageId) => {
      await playbacks.get(messageId)?.ended
      playbacks.delete(messageId)
    },
  }
}

type Playback = {
  add(pcm16: Uint8Array): void
  end(): void
  cut(): void
  readonly ended: Promise<void>
}

type Devices = {
  readonly processes: SoundProcesses
  readonly players: readonly SoundProgram[]
  /** Monotonic, in milliseconds. */
  readonly elapsed: () => number
}

/** Plays one reply. Its sound is stored until the end, so that the next program can start over if one fails. */
function createPlayback(
  { processes, players, elapsed }: Devices,
  sampleRate: number,
  before: Promise<unknown>,
): Playback {
  const pieces: Uint8Array[] = []
  let isComplete = false
  let isCut = false
  let current: { readonly player: SoundProgram; readonly child: SoundProcess } | undefined

  const begin = (player: SoundProgram): SoundProcess => {
    const started = processes.start(player, sampleRate, 'stdin')
    for (const piece of pieces) started.process.stdin?.write(piece)
    if (isComplete) finish(player, started)
    return started
  }
  const finish = ({ tailMs = 0 }: SoundProgram, { process: { stdin } }: SoundProcess) =>
    stdin?.end(new Uint8Array(2 * Math.round((tailMs / 1000) * sampleRate)))
  /** A program that ends before the duration of the sound has not played it, whatever its exit code. */
  const isPlayed = (elapsedMs: number) => isComplete && elapsedMs > durationMs(pieces, sampleRate) - EARLY_MS
  const playThrough = async () => {
    await before
    const failures: string[] = []
    for (const player of players) {
      if (isCut) return
      const startedAt = elapsed()
      const child = begin(player)
      current = { player, child }
      const failure = await child.exited
      if (isCut || (failure === null && isPlayed(elapsed() - startedAt))) return
      failures.push(`${player.name}: ${failure ?? 'it ended before the sound could have been heard'}`)
    }
    throw notPlayedError(failures)
  }
  const ended = playThrough()
  ended.catch(() => undefined)
  return {
    ended,
    add: (pcm16) => {
      pieces.push(pcm16)
      current?.child.process.stdin?.write(pcm16)
    },
    end: () => {
      isComplete = true
      if (current !== undefined) finish(current.player, current.child)
    },
    cut: () => {
      isCut = true
      current?.child.process.kill('SIGKILL')
    },
  }
}

/** A program may end this long before the device has played the last of its buffer. */
const EARLY_MS = 250

const durationMs = (pieces: readonly Uint8Array[], sampleRate: number): number =>
  (pieces.reduce((sum, { length }) => sum + length, 0) / 2 / sampleRate) * 1000

const notPlayedError = (failures: readonly string[]): CommandError =>
  new CommandError({
    code: 'not_played',
    message: `No program can play here (${failures.join('; ')})`,
    hint: 'Write the sound into a file with --out FILE.wav.',
    exitCode: EXIT.failed,
  })

/** For a machine without a player: replies appear as text only. */
export const muteLoudspeaker = (): Loudspeaker => ({
  play: () => undefined,
  cut: () => undefined,
  waitUntilPlayed: async () => undefined,
})
