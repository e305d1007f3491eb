import { wavHeader } from '../../audio/wav.js'
import type { SoundChunk } from '../../client/session/sound.js'
import { CommandError, EXIT } from '../errors.js'
import type { Child, Children } from './children.js'
import type { SoundProgram } from './programs.js'

/** Where replies sound: a device, or a file in its place. */
export interface Loudspeaker {
  play(chunk: SoundChunk): void
  /** Silences a reply at once. */
  cut(messageId: string): void
  /** Resolves once a reply that has wholly come is over, or was cut. Rejects when it cannot be played. */
  played(messageId: string): Promise<void>
}

/** Plays with the first of these programs that works, one reply after the other. */
export function createLoudspeaker(children: Children, players: readonly SoundProgram[]): Loudspeaker {
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
    played: async (messageId) => {
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

type Devices = { readonly children: Children; readonly players: readonly SoundProgram[] }

/** One reply. Until it is over its sound is kept: when a program cannot play, the next one begins anew. */
function createPlayback(
  { children, players }: Devices,
  sampleRate: number,
  before: Promise<unknown>,
): Playback {
  const pieces: Uint8Array[] = []
  let isWhole = false
  let isCut = false
  let child: Child | undefined

  const begin = (player: SoundProgram): Child => {
    const begun = children.start(player, sampleRate, 'takes')
    for (const piece of player.wantsHeader ? [wavHeader(sampleRate), ...pieces] : pieces)
      begun.process.stdin?.write(piece)
    if (isWhole) begun.process.stdin?.end()
    return begun
  }
  const playThrough = async () => {
    await before
    const failures: string[] = []
    for (const player of players) {
      if (isCut) return
      child = begin(player)
      const failure = await child.over
      if (isCut || failure === null) return
      failures.push(`${player.name}: ${failure}`)
    }
    throw notPlayed(failures)
  }
  const over = playThrough()
  over.catch(() => undefined)
  return {
    over,
    add: (pcm16) => {
      pieces.push(pcm16)
      child?.process.stdin?.write(pcm16)
    },
    end: () => {
      isWhole = true
      child?.process.stdin?.end()
    },
    cut: () => {
      isCut = true
      child?.process.kill('SIGKILL')
    },
  }
}

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
  played: async () => undefined,
})
