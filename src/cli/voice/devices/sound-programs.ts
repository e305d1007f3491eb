import { createRequire } from 'node:module'
import { Flags } from '@oclif/core'
import { findProgram } from '../../../runtime/process/find-program.js'

/** What the search for programs depends on; tests pass another machine. */
export type Machine = {
  readonly platform: NodeJS.Platform | (string & {})
  /** The `PATH` in which programs are searched. */
  readonly path: string
}

/** A program that plays its standard input, or records to its standard output. */
export type SoundProgram = {
  /** The name in messages. */
  readonly name: string
  /** The path of the executable. */
  readonly file: string
  /** Arguments for 16-bit mono at this sample rate. */
  readonly args: (sampleRate: number) => readonly string[]
  /** For players: silence to append, because the program may drop the last samples. */
  readonly tailMs?: number
  /** Error output of a failure after which the program still exits with 0. */
  readonly refusal?: RegExp
}

/** A flag, because nothing else may read the environment. */
export const pathFlag = Flags.string({ env: 'PATH', hidden: true, summary: 'Where programs are looked for.' })

export const thisMachine = (path: string | undefined): Machine => ({
  platform: process.platform,
  path: path ?? '',
})

type KnownProgram = Omit<SoundProgram, 'file'> & { readonly find: () => Promise<string | undefined> }

/** Installed programs that record the default microphone, in the order of docs/voice.md, Devices of the terminal. */
export const findRecorders = (machine: Machine): Promise<SoundProgram[]> =>
  installedPrograms(recorders(machine))

/** Installed programs that play, in the order of the same document. */
export const findPlayers = (machine: Machine): Promise<SoundProgram[]> => installedPrograms(players(machine))

async function installedPrograms(known: readonly KnownProgram[]): Promise<SoundProgram[]> {
  const all = await Promise.all(
    known.map(async ({ find, ...program }) => ({ ...program, file: await find() })),
  )
  return all.flatMap(({ file, ...program }) => (file === undefined ? [] : [{ ...program, file }]))
}

const RAW = ['-t', 'raw', '-b', '16', '-e', 'signed', '-L', '-c', '1']
const ALSA = ['-q', '-t', 'raw', '-f', 'S16_LE', '-c', '1']
const PULSE = ['--raw', '--format=s16le', '--channels=1']
const FFMPEG = ['-hide_banner', '-loglevel', 'error']

function players(machine: Machine): KnownProgram[] {
  return [
    decibri((rate) => `process.stdin.pipe(new Speaker({ sampleRate: ${rate}, channels: 1 }))`),
    {
      ...programOnPath(machine, 'ffplay'),
      // Raw samples need no probing: ffplay would buffer seconds of them first, or with `nobuffer` drop them.
      args: (rate) => [
        ...[...FFMPEG, '-nodisp', '-autoexit', '-probesize', '32', '-analyzeduration', '0'],
        ...['-f', 's16le', '-sample_rate', `${rate}`, '-i', '-'],
      ],
      tailMs: 150,
      refusal: /audio open failed|Failed to open/,
    },
    { ...programOnPath(machine, 'play'), args: (rate) => ['-q', ...RAW, '-r', `${rate}`, '-'] },
    { ...programOnPath(machine, 'aplay'), args: (rate) => [...ALSA, '-r', `${rate}`, '-'] },
    {
      ...programOnPath(machine, 'paplay'),
      args: (rate) => [...PULSE, '--latency-msec=200', `--rate=${rate}`],
    },
  ]
}

function recorders(machine: Machine): KnownProgram[] {
  return [
    decibri((rate) => `new Microphone({ sampleRate: ${rate}, channels: 1 }).pipe(process.stdout)`),
    ...ffmpegInputs(machine).map((input) => ({
      ...programOnPath(machine, 'ffmpeg'),
      args: (rate: number) => [
        ...[...FFMPEG, '-nostdin', '-f', ...input],
        ...['-ac', '1', '-ar', `${rate}`, '-f', 's16le', '-'],
      ],
    })),
    { ...programOnPath(machine, 'rec'), args: (rate) => ['-q', ...RAW, '-r', `${rate}`, '-'] },
    { ...programOnPath(machine, 'arecord'), args: (rate) => [...ALSA, '-r', `${rate}`, '-'] },
    { ...programOnPath(machine, 'parec'), args: (rate) => [...PULSE, '--latency-msec=50', `--rate=${rate}`] },
  ]
}

/** ffmpeg's default microphone. On Linux ALSA is the fallback for PulseAudio; Windows has no default device. */
function ffmpegInputs({ platform }: Machine): (readonly [system: string, '-i', device: string])[] {
  if (platform === 'darwin') return [['avfoundation', '-i', ':default']]
  if (platform === 'win32') return []
  return [
    ['pulse', '-i', 'default'],
    ['alsa', '-i', 'default'],
  ]
}

function programOnPath({ platform, path }: Machine, name: string) {
  return { name, find: () => findProgram([platform === 'win32' ? `${name}.exe` : name], path) }
}

/** An optional npm package. It runs in its own Node process, like the other programs. */
function decibri(script: (sampleRate: number) => string): KnownProgram {
  const modulePath = findDecibri()
  return {
    name: 'decibri',
    find: async () => (modulePath === undefined ? undefined : process.execPath),
    args: (rate) => [
      '-e',
      `const { Microphone, Speaker } = require(${JSON.stringify(modulePath)}); ${script(rate)}`,
    ],
  }
}

/** Searches only beside parley: the current folder may be an untrusted checkout with a package of that name. */
function findDecibri(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('decibri')
  } catch {
    return undefined
  }
}

const ADVICE: Readonly<Record<string, string>> = {
  linux: 'Install one: apt-get install sox (or alsa-utils, or ffmpeg).',
  darwin: 'Install one: brew install sox (or ffmpeg).',
  win32: 'Install one: npm install decibri beside parley (--global if parley is), or ffmpeg.',
}

/** Advice for a machine without a program for a device. */
export const installAdvice = ({ platform }: Machine): string => ADVICE[platform] ?? 'Install sox.'
