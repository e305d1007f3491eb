import { expect, test } from 'vitest'
import { createClient } from '../../src/client/create-client.js'
import { createCharacter, listCharacters } from '../../src/contract/index.js'
import { parley } from '../support/commands/cli.js'
import { folderOfPrograms, playerScript } from '../support/commands/programs.js'
import { runConcurrently } from '../support/run-concurrently.js'
import { startTestServer } from '../support/servers/test-server.js'

const PROGRAMS = { arecord: 'exit 0', play: 'exit 0', flite: 'exit 0' }

async function checksEachStage() {
  const server = await startTestServer()
  const { baseUrl, apiKey } = server.ready
  const PATH = await folderOfPrograms(PROGRAMS)
  const run = await parley(
    ['voice', 'check', '--no-play', '--json', '--base-url', baseUrl, '--api-key', apiKey],
    {
      env: { PATH },
    },
  )
  expect({ exitCode: run.exitCode, stderr: run.stderr }).toEqual({ exitCode: 0, stderr: '' })
  const told = JSON.parse(run.stdout)
  expect(told).toMatchObject({
    ok: true,
    baseUrl,
    programs: {
      ffmpeg: null,
      arecord: `${PATH}/arecord`,
      play: `${PATH}/play`,
      flite: `${PATH}/flite`,
      say: null,
    },
    microphone: 'arecord',
    loudspeaker: 'play',
    loopback: null,
    roundTrip: {
      said: 'Hello there. Can you hear me?',
      heard: 'Hello there. Can you hear me?',
      isExact: true,
    },
  })
  expect(told.checks).toContainEqual({
    name: 'hearing people',
    status: 'warn',
    message: 'the built-in recogniser reads only the data layer',
    hint: expect.stringMatching(/install pocketsphinx.*whisper server/i),
  })
  const { connect, transcript, firstText, firstSound } = told.roundTrip.ms
  expect(connect).toBeGreaterThan(0)
  // A turn ends no sooner than half a second after its last sound.
  expect(transcript).toBeGreaterThan(300)
  expect(transcript).toBeLessThan(3000)
  expect(firstSound).toBeGreaterThanOrEqual(firstText)
  expect((await createClient(server.ready).call(listCharacters, {})).characters).toEqual([])
}

async function checksTextOnly() {
  const server = await startTestServer()
  const { baseUrl, apiKey } = server.ready
  const client = createClient(server.ready)
  await client.call(createCharacter, { body: { persona: { name: 'Silent' }, text_only: true } })
  const env = { PATH: await folderOfPrograms({}) }
  const { stdout, exitCode } = await parley(
    ['voice', 'check', 'Silent', '--base-url', baseUrl, '--api-key', apiKey],
    { env },
  )
  expect(exitCode).toBe(1)
  expect(stdout).toMatch(/warn {2}microphone +no program found\n +-> /)
  expect(stdout).toMatch(/fail {2}first sound +none came\n +-> The character may be text-only/)
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
}

test('programs, providers and a spoken word are checked stage by stage, with an answer aloud and without', () =>
  runConcurrently([
    ['a spoken word until it is answered; nothing is left behind', checksEachStage],
    [
      'a text-only character never answers aloud, and a machine without programs is told what to install',
      checksTextOnly,
    ],
  ]))

test('without a server the programs are told all the same, with exit code 7', async () => {
  const env = { PATH: await folderOfPrograms(PROGRAMS) }
  const { stdout, exitCode } = await parley(
    ['voice', 'check', '--no-play', '--base-url', 'http://127.0.0.1:9'],
    {
      env,
    },
  )
  expect(exitCode).toBe(7)
  expect(stdout).toMatch(/ok +microphone +by arecord\nok +loudspeaker +by play\n/)
  expect(stdout).toMatch(/fail {2}round trip +no server answers/)
})

/** A microphone that gives this file over and over, in time. */
const hears = (file: string) => `while :; do /usr/bin/head -c 3200 ${file}; /bin/sleep 0.05; done`

const MICROPHONES = {
  'nothing but zeros': {
    arecord: hears('/dev/zero'),
    message: /^nothing was heard: the microphone gives nothing but zeros$/,
    peakDb: null,
  },
  noise: {
    arecord: hears('/dev/urandom'),
    message: /^nothing was heard: the microphone hears other sound only/,
    peakDb: 0,
  },
  'not at all': {
    arecord: 'echo "no such device" >&2; exit 1',
    message: /^nothing was heard: .*arecord: no such device/,
    peakDb: null,
  },
}

test('a microphone that hears nothing but zeros, noise, or not at all is a failure, and never success', async () => {
  const { baseUrl, apiKey } = (await startTestServer()).ready
  const where = ['--base-url', baseUrl, '--api-key', apiKey]
  await runConcurrently(
    Object.entries(MICROPHONES).map(([name, { arecord, message, peakDb }]) => [
      name,
      async () => {
        const env = { PATH: await folderOfPrograms({ arecord, aplay: playerScript(24_000) }) }
        const run = await parley(['voice', 'check', '--json', ...where], { env })
        const told = JSON.parse(run.stdout)
        expect(run.exitCode).toBe(1)
        expect(told).toMatchObject({
          ok: false,
          loopback: { playedMs: 900, heardMs: 0, delayMs: null, peakDb },
        })
        const tone = told.checks.find(({ name }: { name: string }) => name === 'test tone')
        expect(tone).toMatchObject({
          status: 'fail',
          message: expect.stringMatching(message),
          hint: expect.stringMatching(/^\w/),
        })
      },
    ]),
  )
})

test('a player that plays nothing is a failure, whatever it says', async () => {
  const env = {
    PATH: await folderOfPrograms({ arecord: hears('/dev/zero'), aplay: '/bin/cat > /dev/null' }),
  }
  const { stdout, exitCode } = await parley(['voice', 'check', '--base-url', 'http://127.0.0.1:9'], { env })
  expect(exitCode).toBe(7)
  expect(stdout).toMatch(/fail {2}test tone +nothing was heard: No program can play here/)
})
