import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLoudspeaker } from '../../../../src/cli/voice/devices/loudspeaker.js'
import { createSoundProcesses } from '../../../../src/cli/voice/devices/sound-processes.js'
import { findPlayers } from '../../../../src/cli/voice/devices/sound-programs.js'
import { folderOfPrograms, playerScript } from '../../../support/commands/programs.js'

const RATE = 24_000

async function givenLoudspeaker(scripts: Readonly<Record<string, string>>) {
  const folder = await folderOfPrograms(scripts)
  const children = createSoundProcesses()
  onTestFinished(children.stop)
  const players = await findPlayers({ platform: 'linux', path: folder })
  // Time passes only in playing: a busy machine may take longer to start a program than the sound lasts.
  const elapsed = () => (existsSync(join(folder, 'played')) ? 60_000 : 0)
  return { folder, loudspeaker: createLoudspeaker(children, players, elapsed) }
}

const second = { messageId: 'm', sampleRate: RATE, pcm16: new Uint8Array(2 * RATE).fill(7), isLast: true }

test('a program that ends before the sound could have been played has not played it; the next one does', async () => {
  const { folder, loudspeaker } = await givenLoudspeaker({
    play: '/bin/cat > /dev/null',
    aplay: playerScript(RATE),
  })
  loudspeaker.play(second)
  await loudspeaker.waitUntilPlayed('m')
  expect(await readFile(join(folder, 'played'))).toHaveLength(2 * RATE)
})

test('silence is never taken for success', async () => {
  const { loudspeaker } = await givenLoudspeaker({ aplay: '/bin/cat > /dev/null' })
  loudspeaker.play(second)
  await expect(loudspeaker.waitUntilPlayed('m')).rejects.toMatchObject({
    code: 'not_played',
    message: 'No program can play here (aplay: it ended before the sound could have been heard)',
  })
})

test('a program that ends while more of the sound comes has not played it', async () => {
  const { loudspeaker } = await givenLoudspeaker({ aplay: 'exit 0' })
  loudspeaker.play({ ...second, pcm16: new Uint8Array(200), isLast: false })
  await expect(loudspeaker.waitUntilPlayed('m')).rejects.toMatchObject({ code: 'not_played' })
})

test('ffplay ends with 0 where there is no device; its own words are told', async () => {
  const { loudspeaker } = await givenLoudspeaker({
    ffplay: `/bin/cat > /dev/null
      echo 'ALSA lib pcm.c:2666:(snd_pcm_open_noupdate) Unknown PCM default' >&2
      echo 'No more combinations to try, audio open failed' >&2
      echo "Failed to open file 'pipe:' or configure filtergraph" >&2`,
  })
  loudspeaker.play({ ...second, pcm16: new Uint8Array(200) })
  await expect(loudspeaker.waitUntilPlayed('m')).rejects.toMatchObject({
    message: expect.stringContaining('(ffplay: No more combinations to try, audio open failed)'),
  })
})

test('behind the sound ffplay gets silence to drop; it must not wait for more than the head of the sound', async () => {
  const { folder, loudspeaker } = await givenLoudspeaker({
    ffplay: `echo "$@" > $FOLDER/args\n${playerScript(RATE)}`,
  })
  loudspeaker.play(second)
  await loudspeaker.waitUntilPlayed('m')
  const played = await readFile(join(folder, 'played'))
  expect(played.subarray(0, 2 * RATE)).toEqual(Buffer.from(second.pcm16))
  expect(played.subarray(2 * RATE).every((byte) => byte === 0)).toBe(true)
  expect(played.length).toBeGreaterThan(2 * RATE)
  const args = await readFile(join(folder, 'args'), 'utf8')
  expect(args).toContain('-f s16le -sample_rate 24000')
  expect(args).not.toContain('nobuffer')
})
