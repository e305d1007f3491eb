import { type Client, ServiceError, UnreachableError } from '../../../client/create-client.js'
import { createCharacter, deleteCharacter } from '../../../contract/characters.js'
import { findProgram } from '../../../runtime/process/find-program.js'
import { type Check, fail, ok, warn } from '../../doctor/check.js'
import { CommandError, EXIT } from '../../errors/command-error.js'
import { printableLine } from '../../output/printable.js'
import { addressWithoutSecrets } from '../../server-address/base-url.js'
import type { ServiceTarget } from '../../server-address/discovery.js'
import {
  findPlayers,
  findRecorders,
  installAdvice,
  type Machine,
  type SoundProgram,
} from '../devices/sound-programs.js'
import { checkLoopback, type LoopbackResult, measureLoopback } from './loopback-test.js'
import { measureRoundTrip, type RoundTrip } from './round-trip.js'

export type VoiceCheck = {
  readonly ok: boolean
  readonly baseUrl: string
  /** The path of each program that parley can use; null if it is not installed. */
  readonly programs: Readonly<Record<string, string | null>>
  readonly microphone: string | null
  readonly loudspeaker: string | null
  /** The test of loudspeaker and microphone; null when no tone was played. */
  readonly loopback: LoopbackResult | null
  /** The speech providers of a local server; null for another one. */
  readonly providers: { readonly tts: string; readonly stt: string } | null
  readonly roundTrip: RoundTrip | null
  readonly checks: readonly Check[]
}

const DEVICES = ['ffmpeg', 'ffplay', 'rec', 'play', 'arecord', 'aplay', 'parec', 'paplay']
/** The programs that `tts: system` and `stt: system` use. */
const SYSTEM_SPEECH = ['flite', 'espeak-ng', 'say', 'pocketsphinx_continuous', 'pocketsphinx']
/** The better ones, each with a model in a file. */
const MODEL_SPEECH = ['piper', 'whisper-cli']
const SPEECH = [...SYSTEM_SPEECH, ...MODEL_SPEECH]

type VoiceCheckDeps = {
  readonly client: Client
  readonly target: ServiceTarget
  readonly machine: Machine
  /** Null creates a character for the check and deletes it afterwards. */
  readonly characterId: string | null
  /** Whether to play a test tone, if there are programs to play and record it. */
  readonly plays: boolean
}

/** Checks the sound devices and speech providers, and measures how long a spoken turn takes to be answered. */
export async function checkVoice(deps: VoiceCheckDeps): Promise<{ check: VoiceCheck; exitCode: number }> {
  const { machine, target } = deps
  const [recorders, players, programs] = await Promise.all([
    findRecorders(machine),
    findPlayers(machine),
    findAll(machine),
  ])
  const providers = providersOf(target)
  const canPlay = deps.plays && recorders.length > 0 && players.length > 0
  const loopback = canPlay ? await measureLoopback({ players, recorders }) : null
  const trip = await tryRoundTrip(deps)
  const checks = [
    checkDevice('microphone', recorders, machine),
    checkDevice('loudspeaker', players, machine),
    ...(loopback === null ? [] : [checkLoopback(loopback)]),
    ...checkSpeech(programs),
    ...checkProviders(providers),
    ...('status' in trip ? [trip] : [...checkRoundTrip(trip), ...checkHearing(trip, programs, machine)]),
  ]
  const isOk = !checks.some(({ status }) => status === 'fail')
  return {
    check: {
      ok: isOk,
      baseUrl: addressWithoutSecrets(target.baseUrl),
      programs,
      microphone: recorders[0]?.name ?? null,
      loudspeaker: players[0]?.name ?? null,
      loopback,
      providers,
      roundTrip: 'status' in trip ? null : trip,
      checks,
    },
    exitCode: exitCodeOf(isOk, 'exitCode' in trip ? trip.exitCode : EXIT.failed),
  }
}

const exitCodeOf = (isOk: boolean, exitCode: number): number => (isOk ? 0 : exitCode)

async function findAll({ path, platform }: Machine): Promise<Record<string, string | null>> {
  const found = await Promise.all(
    [...DEVICES, ...SPEECH].map(async (name) => {
      const file = await findProgram([platform === 'win32' ? `${name}.exe` : name], path)
      return [name, file ?? null] as const
    }),
  )
  return Object.fromEntries(found)
}

function checkDevice(name: string, [first]: readonly SoundProgram[], machine: Machine): Check {
  if (first !== undefined) return ok(name, `by ${first.name}`)
  return warn(name, 'no program found', `${installAdvice(machine)} WAV files work without one.`)
}

function checkSpeech(programs: Readonly<Record<string, string | null>>): Check[] {
  const found = SYSTEM_SPEECH.filter((name) => programs[name] !== null)
  return [
    ok('system speech', found.length === 0 ? 'none here' : found.join(', ')),
    programs['piper'] === null
      ? ok('better voice', 'pip install piper-tts, then `--tts piper:FILE.onnx`')
      : ok('better voice', 'piper is here: `parley serve --tts piper:FILE.onnx`'),
    programs['whisper-cli'] === null
      ? ok('better recogniser', 'whisper.cpp, then `--stt whisper-cli:FILE.bin`')
      : ok('better recogniser', 'whisper-cli: `parley serve --stt whisper-cli:FILE.bin`'),
  ]
}

function providersOf({ local }: ServiceTarget): VoiceCheck['providers'] {
  if (local === null) return null
  const { tts, stt } = local.providers
  return { tts: printableLine(String(tts)), stt: printableLine(String(stt)) }
}

type Programs = VoiceCheck['programs']

function checkProviders(providers: VoiceCheck['providers']): Check[] {
  if (providers === null) return []
  return [ok('providers', `voice: ${providers.tts}; recogniser: ${providers.stt}`)]
}

function checkHearing({ understands }: RoundTrip, programs: Programs, machine: Machine): Check[] {
  if (understands === null) return []
  if (understands === 'speech') return [ok('hearing people', 'the recogniser understands people')]
  const why = 'the built-in recogniser reads only the data layer'
  return [warn('hearing people', why, recogniserAdvice(programs, machine))]
}

const WHISPER =
  'A whisper server hears better: --stt http://127.0.0.1:8080/v1#whisper-1 ' +
  '(whisper.cpp: whisper-server --inference-path /v1/audio/transcriptions).'

/** How to be understood: by a program that is here already, by one to install, or by a server. */
function recogniserAdvice(programs: Programs, { platform }: Machine): string {
  const isHere = programs['pocketsphinx_continuous'] !== null || programs['pocketsphinx'] !== null
  const system = '`parley serve --stt system`'
  if (isHere) return `pocketsphinx is here, for a few English words: ${system}. ${WHISPER}`
  const install =
    platform === 'linux'
      ? `apt-get install pocketsphinx pocketsphinx-en-us, then ${system}`
      : `Install pocketsphinx, then ${system}`
  return `${install}. ${WHISPER}`
}

async function tryRoundTrip({
  client,
  characterId,
}: VoiceCheckDeps): Promise<RoundTrip | (Check & { readonly exitCode: number })> {
  try {
    if (characterId !== null) return await measureRoundTrip(client, { characterId, playerId: PLAYER })
    return await withTemporaryCharacter(client, (id) =>
      measureRoundTrip(client, { characterId: id, playerId: PLAYER }),
    )
  } catch (error) {
    return roundTripFailure(error)
  }
}

const PLAYER = 'voice-check'

/** Creates a character for `work` and deletes it afterwards. */
async function withTemporaryCharacter<T>(
  client: Client,
  work: (characterId: string) => Promise<T>,
): Promise<T> {
  const body = { persona: { name: 'Voice check' }, text_only: false }
  const { id: characterId } = await client.call(createCharacter, { body })
  try {
    return await work(characterId)
  } finally {
    await client.call(deleteCharacter, { params: { characterId } })
  }
}

function roundTripFailure(error: unknown): Check & { readonly exitCode: number } {
  if (error instanceof UnreachableError) {
    const check = fail('round trip', 'no server answers', 'Start one with `parley serve --demo`.')
    return { ...check, exitCode: EXIT.unreachable }
  }
  // An error of the command keeps its own exit code.
  if (!(error instanceof Error) || error instanceof CommandError) throw error
  const hint =
    error instanceof ServiceError && error.status === 403
      ? 'Name a character to talk to: parley voice check CHARACTER.'
      : '`parley doctor` tells more.'
  return { ...fail('round trip', error.message, hint), exitCode: EXIT.failed }
}

function checkRoundTrip({ said, heard, isExact, complaint, ms }: RoundTrip): Check[] {
  const connected = ok('connected', `in ${ms.connect} ms`)
  if (heard === null || ms.transcript === null) {
    const why = complaint ?? 'no transcript came'
    return [connected, fail('heard', why, 'The server heard words, and understood none.')]
  }
  const delay = `${ms.transcript} ms after the last sound`
  const heardWell = isExact
    ? ok('heard', `"${said}" exactly, ${delay}`)
    : warn('heard', `"${heard}" for "${said}", ${delay}`, 'A real recogniser may not understand a robot.')
  return [connected, heardWell, ...checkAnswer({ complaint, ms })]
}

function checkAnswer({ complaint, ms }: Pick<RoundTrip, 'complaint' | 'ms'>): Check[] {
  const text = ms.firstText === null ? [] : [ok('first text', `${ms.firstText} ms after the transcript`)]
  if (ms.firstSound !== null) return [...text, ok('first sound', `${ms.firstSound} ms after the transcript`)]
  return [
    ...text,
    fail('first sound', complaint ?? 'none came', 'The character may be text-only, or the voice has failed.'),
  ]
}
