import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { fromBase64 } from '../../../src/audio/base64.js'
import { fromPcm16 } from '../../../src/audio/pcm.js'
import type { ServerEvents } from '../../../src/contract/events.js'
import type { Player } from '../servers/test-server.js'

type BotVoice = ServerEvents['bot_voice']

/** A configuration under which a voice that a busy machine holds up is waited for. */
export async function patientConfig(folder: string, more = ''): Promise<string> {
  const file = join(folder, 'parley.yaml')
  await writeFile(file, `voice: { starvedMs: 60000 }\n${more}`)
  return file
}

/**
 * Has a text spoken before it is recorded. The server keeps it (docs/voice.md, The built-in voice), so that the recording
 * has no gaps because the machine is busy.
 */
export async function speakBefore(player: Player, text: string): Promise<void> {
  await player.next('session_info')
  player.send('say_line', { text })
  await player.next<BotVoice>('bot_voice', ({ is_final }) => is_final)
}

/** What a client records of a reply. */
export type RecordedReply = {
  readonly samples: Float32Array
  /** Where each chunk begins in the samples. */
  readonly borders: readonly number[]
  readonly chunks: readonly BotVoice[]
}

export function recordReply(chunks: readonly BotVoice[]): RecordedReply {
  const borders: number[] = []
  const samples: number[] = []
  for (const { audio } of chunks) {
    borders.push(samples.length)
    samples.push(...fromPcm16(fromBase64(audio) ?? new Uint8Array()))
  }
  return { samples: Float32Array.from(samples), borders, chunks }
}

/** The steepest step between neighbours from `from` to `to`. */
function steepest(samples: Float32Array, from: number, to: number): number {
  let most = 0
  for (let at = Math.max(1, from); at < Math.min(samples.length, to); at += 1)
    most = Math.max(most, Math.abs((samples[at] ?? 0) - (samples[at - 1] ?? 0)))
  return most
}

/** A click would be a step at a border that the sound around it, 10 ms to each side, does not have. */
export function expectNoClicks({ samples, borders, chunks }: RecordedReply): void {
  const near = Math.round(0.01 * (chunks[0]?.sample_rate ?? 0))
  expect(chunks.map(({ chunk_index }) => chunk_index)).toEqual(chunks.map((_, at) => at))
  for (const border of borders.slice(1)) {
    const at = steepest(samples, border, border + 1)
    const around = Math.max(
      steepest(samples, border - near, border - 1),
      steepest(samples, border + 2, border + near),
    )
    expect([border, at <= 1.5 * around + 0.01]).toEqual([border, true])
  }
}

/** The longest silence, in seconds. */
export function longestSilence({ samples, chunks }: RecordedReply): number {
  let [quiet, longest] = [0, 0]
  for (const sample of samples) {
    quiet = Math.abs(sample) < 0.003 ? quiet + 1 : 0
    longest = Math.max(longest, quiet)
  }
  return longest / (chunks[0]?.sample_rate ?? 0)
}

export const loudestSample = ({ samples }: RecordedReply): number =>
  samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
