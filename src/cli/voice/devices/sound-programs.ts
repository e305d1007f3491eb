import { createRequire } from 'node:module'
import { Flags } from '@oclif/core'
import { findProgram } from '../../../runtime/process/find-program.js'

/** The machine as far as sound goes; a test makes up another one. */
export type Machine = {
  readonly platform: NodeJS.Platform | (string & {})
  /** Where programs are looked for. */
  readonly path: string
}

/** What takes sound to or from a device through its standard input or output; it needs no installation of ours. */
export type SoundProgram = {
  /** As people call it. */
  readonly name: string
  /** What is run. */
  readonly file: string
  /** For 16-bit mono at so many Hz. */
  readonly args: (sampleRate: number) => readonly string[]
  /** Players: how much silence follows the samples, since the program may drop the last of what it is given. */
  readonly tailMs?: number
  /** What it complains of when it has failed although it ends with 0. */
  readonly refusal?: RegExp
}

/** So that no other place of the program reads the environment. */
export const pathFlag = Flags.string({ env: 'PATH', hidden: true, summary: 'Where programs are looked for.' })

export const thisMachine = (path: string | undefined): Machine => ({
  platform: process.platform,
  path: path ?? '',
})

type Known = Omit<SoundProgram, 'file'> & { readonly find: () => Promise<string | undefined> }

/**
 * Programs that hear the default microphone, in the order in which they are tried
 * (docs/voice.md, Devices of the terminal).
 */
export const findRecorders = (machine: Machine): Promise<SoundProgram[]> =>
  installedPrograms(recorders(machine))

/** Programs that play, in the same order. */
export const findPlayers = (machine: Machine): Promise<SoundProgram[]> => installedPrograms(players(machine))

async function installedPrograms(known: readonly Known[]): Promise<SoundProgram[]> {
  const all = await Promise.all(
    known.map(async ({ find, ...program }) => ({ ...program, file: await find() })),
  )
  return all.flatMap(({ file, ...program }) => (file === undefined ? [] : [{ ...program, file }]))
}

const RAW = ['-t', 'raw', '-b', '16', '-e', 'signed', '-L', '-c', '1']
const ALSA = ['-q', '-t', 'raw', '-f', 'S16_LE', '-c', '1']
const PULSE = ['--raw', '--format=s16le', '--channels=1']
const FFMPEG = ['-hide_banner', '-loglevel', 'error']

function players(machine: Machine): Known[] {
  return [
    decibri((rate) => `process.stdin.pipe(new Speaker({ sampleRate: ${rate}, channels: 1 }))`),
    {
      ...programOnPath(machine, 'ffplay'),
      // Raw samples need no probing: ffplay would gather seconds of them first, or with `nobuffer` drop what it probed.
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

function recorders(machine: Machine): Known[] {
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

/** ffmpeg's default microphone; on Linux the second when there is no PulseAudio. It has none on Windows. */
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

/** A package, not a program; it runs in a process of its own like the others, and only if somebody installed it. */
function decibri(script: (sampleRate: number) => string): Known {
  const found = findDecibri()
  return {
    name: 'decibri',
    find: async () => (found === undefined ? undefined : process.execPath),
    args: (rate) => [
      '-e',
      `const { Microphone, Speaker } = require(${JSON.stringify(found)}); ${script(rate)}`,
    ],
  }
}

/** Only beside parley: the current folder may be a stranger's checkout, with a package of that name. */
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

/** What to do without a program for a device. */
export const installAdvice = ({ platform }: Machine): string => ADVICE[platform] ?? 'Install sox.'
