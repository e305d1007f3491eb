import type { ReplyAudioChunk } from '../../../client/session/reply-audio.js'
import { CommandError, EXIT } from '../../errors/command-error.js'
import type { SoundProcess, SoundProcesses } from './sound-processes.js'
import type { SoundProgram } from './sound-programs.js'

/** Where replies sound: a device, or a file in its place. */
export interface Loudspeaker {
  play(chunk: ReplyAudioChunk): void
  /** Silences a reply at once. */
  cut(messageId: string): void
  /** Resolves once a reply that has wholly come is over, or was cut. Rejects when it cannot be played. */
  waitUntilPlayed(messageId: string): Promise<void>
}

/** Plays with the first of these programs that works, one reply after the other. */
export function createLoudspeaker(children: SoundProcesses, players: readonly SoundProgram[]): Loudspeaker {
  const playbacks = new Map<string, Playback>()
  let last: Promise<unknown> = Promise.resolve()

  const open = (messageId: string, sampleRate: number): Playback => {
    const playback = createPlayback({ children, players }, sampleRate, last)
    playbacks.set(messageId, playback)
    last = playback.over.catch(() => undefined)
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
      await playbacks.get(messageId)?.over
      playbacks.delete(messageId)
    },
  }
}

type Playback = {
  add(pcm16: Uint8Array): void
  end(): void
  cut(): void
  readonly over: Promise<void>
}

type Devices = { readonly children: SoundProcesses; readonly players: readonly SoundProgram[] }

/** One reply. Until it is over its sound is kept: when a program cannot play, the next one begins anew. */
function createPlayback(
  { children, players }: Devices,
  sampleRate: number,
  before: Promise<unknown>,
): Playback {
  const pieces: Uint8Array[] = []
  let isWhole = false
  let isCut = false
  let current: { readonly player: SoundProgram; readonly child: SoundProcess } | undefined

  const begin = (player: SoundProgram): SoundProcess => {
    const begun = children.start(player, sampleRate, 'takes')
    for (const piece of pieces) begun.process.stdin?.write(piece)
    if (isWhole) finish(player, begun)
    return begun
  }
  const finish = ({ tailMs = 0 }: SoundProgram, { process: { stdin } }: SoundProcess) =>
    stdin?.end(new Uint8Array(2 * Math.round((tailMs / 1000) * sampleRate)))
  /** Playing takes as long as the sound does: a program that ends sooner has not played it, whatever it says. */
  const isPlayed = (elapsedMs: number) => isWhole && elapsedMs > durationMs(pieces, sampleRate) - EARLY_MS
  const playThrough = async () => {
    await before
    const failures: string[] = []
    for (const player of players) {
      if (isCut) return
      const started = performance.now()
      const begun = begin(player)
      current = { player, child: begun }
      const failure = await begun.exited
      if (isCut || (failure === null && isPlayed(performance.now() - started))) return
      failures.push(`${player.name}: ${failure ?? 'it ended before the sound could have been heard'}`)
    }
    throw notPlayed(failures)
  }
  const over = playThrough()
  over.catch(() => undefined)
  return {
    over,
    add: (pcm16) => {
      pieces.push(pcm16)
      current?.child.process.stdin?.write(pcm16)
    },
    end: () => {
      isWhole = true
      if (current !== undefined) finish(current.player, current.child)
    },
    cut: () => {
      isCut = true
      current?.child.process.kill('SIGKILL')
    },
  }
}

/** A program may end by so much before the device has played the last of what it buffers. */
const EARLY_MS = 250

const durationMs = (pieces: readonly Uint8Array[], sampleRate: number): number =>
  (pieces.reduce((sum, { length }) => sum + length, 0) / 2 / sampleRate) * 1000

const notPlayed = (failures: readonly string[]): CommandError =>
  new CommandError({
    code: 'not_played',
    message: `No program can play here (${failures.join('; ')})`,
    hint: 'Write the sound into a file with --out FILE.wav.',
    exitCode: EXIT.failed,
  })

/** Where nothing plays: what is said shows as text. */
export const muteLoudspeaker = (): Loudspeaker => ({
  play: () => undefined,
  cut: () => undefined,
  waitUntilPlayed: async () => undefined,
})
