import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { fromPcm16 } from '../../../src/audio/pcm.js'
import { findProgram } from '../../../src/runtime/process/find-program.js'
import { folderOfPrograms } from '../commands/programs.js'

const path = process.env['PATH'] ?? ''
const NEEDED = ['pulseaudio', 'parec', 'ffmpeg', 'ffplay', 'rec', 'play', 'arecord', 'aplay', 'paplay']
const files = new Map(
  await Promise.all(NEEDED.map(async (name) => [name, await findProgram([name], path)] as const)),
)
const missing = NEEDED.filter((name) => files.get(name) === undefined)

/** Whether sound can be played and recorded here for real, by each program. */
export const hasSoundServer = missing.length === 0

if (!hasSoundServer) {
  console.warn(
    `SKIPPED: tests with real sound need ${missing.join(', ')} (apt-get install ffmpeg pulseaudio pulseaudio-utils sox libsox-fmt-pulse alsa-utils libasound2-plugins)`,
  )
}

/** Hz, of recordings. */
export const RECORDED_RATE = 16_000

/** A PulseAudio server of this test's own, whose only device plays to nobody and can be recorded. */
export async function startSoundServer() {
  const folder = await mkdtemp(join(tmpdir(), 'parley-sound-'))
  const socket = join(folder, 'native')
  const env = {
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    XDG_CONFIG_HOME: folder,
    PULSE_RUNTIME_PATH: folder,
    PULSE_STATE_PATH: folder,
    PULSE_SERVER: `unix:${socket}`,
  }
  await writeFile(join(folder, '.asoundrc'), 'pcm.!default { type pulse }\nctl.!default { type pulse }\n')
  const modules = [
    `module-native-protocol-unix socket=${socket} auth-anonymous=1`,
    // A recording never gets what a rewind writes anew: it would lack the start of a line.
    'module-null-sink sink_name=out rate=48000 norewinds=1',
  ]
  const server = spawn(
    files.get('pulseaudio') ?? '',
    [
      ...['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no', '--disable-shm=yes'],
      ...modules.flatMap((module) => ['-L', module]),
    ],
    { env: { PATH: path, ...env }, stdio: 'ignore' },
  )
  onTestFinished(async () => {
    await end(server)
    await rm(folder, { recursive: true, force: true })
  })
  while (!existsSync(socket)) {
    if (server.exitCode !== null) throw new Error(`pulseaudio ended with ${server.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const exports = Object.entries(env).map(([name, value]) => `export ${name}='${value}'`)
  return {
    /** A folder with these programs alone, which play and record by this server. */
    pathWith: (...names: readonly string[]): Promise<string> =>
      folderOfPrograms(
        Object.fromEntries(
          names.map((name) => [name, [...exports, `exec '${files.get(name)}' "$@"`].join('\n')]),
        ),
      ),
    record: () => startRecording({ PATH: path, ...env }),
  }
}

/** What the device plays, from now on. */
async function startRecording(env: Record<string, string>) {
  const args = ['-d', 'out.monitor', '--raw', '--format=s16le', '--channels=1', '--latency-msec=50']
  const recorder = spawn(files.get('parec') ?? '', [...args, `--rate=${RECORDED_RATE}`], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => end(recorder))
  const pieces: Buffer[] = []
  let length = 0
  recorder.stdout.on('data', (piece: Buffer) => {
    pieces.push(piece)
    length += piece.length
  })
  await once(recorder.stdout, 'data')
  /** Resolves once so much more was recorded. */
  const more = async (seconds: number) => {
    const enough = length + 2 * RECORDED_RATE * seconds
    while (length < enough) await once(recorder.stdout, 'data')
  }
  return {
    more,
    /** All that was played until now. */
    heard: async (): Promise<Float32Array> => {
      await more(0.5)
      return fromPcm16(Uint8Array.from(Buffer.concat(pieces)))
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const over = once(child, 'close')
  child.kill('SIGKILL')
  await over
}
