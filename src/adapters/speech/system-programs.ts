import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import type { SpeechProgram } from './provider.js'

/** The PATH of the environment. */
export type SearchPath = string

/**
 * The first of these programs that is executable. Relative folders in the path (`.`, `node_modules/.bin`) are skipped,
 * because they refer to the current folder, which may be an untrusted checkout.
 */
export async function findProgram(names: readonly string[], path: SearchPath): Promise<string | undefined> {
  const folders = path.split(delimiter).filter(isAbsolute)
  for (const name of names) {
    for (const folder of folders) {
      const file = join(folder, name)
      if (await isProgram(file)) return file
    }
  }
  return undefined
}

const isProgram = (file: string) =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  )

/** Where the programs come from that are configured with a model. */
export const PROGRAM_ADVICE = {
  piper: 'pip install piper-tts',
  'whisper-cli': 'brew install whisper-cpp, or build it from github.com/ggml-org/whisper.cpp',
} as const

/** What is missing for a configured program; undefined: nothing. */
export async function checkProgram(
  { kind, model }: Pick<SpeechProgram, 'kind' | 'model'>,
  path: SearchPath,
): Promise<{ readonly problem: string; readonly hint: string } | undefined> {
  if ((await findProgram([kind], path)) === undefined) {
    return { problem: `${kind} is not on the PATH`, hint: `Install it: ${PROGRAM_ADVICE[kind]}.` }
  }
  const isReadable = await access(model, constants.R_OK).then(
    () => true,
    () => false,
  )
  return isReadable ? undefined : { problem: `There is no file ${model}`, hint: 'Name the file of a model.' }
}

type Run = { readonly args: readonly string[]; readonly input?: string; readonly signal: AbortSignal }

/** Runs a program without a shell and returns its standard output. Rejects when it fails; the signal kills it. */
export function runProgram(program: string, { args, input = '', signal }: Run): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], signal })
    const output: Buffer[] = []
    child.on('error', reject)
    child.stdout.on('data', (data: Buffer) => output.push(data))
    // Programs may end without reading their input.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(output))
      else reject(new Error(`The program ended with ${code}`))
    })
  })
}

/** Calls `use` with a new folder that only this user can read, and deletes it afterwards. */
export async function withTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(resolve(tmpdir()), 'parley-speech-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
