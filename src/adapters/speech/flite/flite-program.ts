import { createWasiHost, ProgramExit } from './wasi-host.js'

/** The voices that are compiled into the program, by their names there. */
export type FliteVoiceName = 'rms' | 'slt' | 'awb'

export type FliteRequest = {
  /** Plain words and marks: the program's own reading of figures and abbreviations is not used. */
  readonly text: string
  readonly voice: FliteVoiceName
  /** 2 makes it half as fast. */
  readonly stretch: number
  /** Mean pitch in Hz; undefined leaves the voice its own. */
  readonly meanPitch: number | undefined
}

export type FliteSpeech = {
  /** 16-bit mono at `FLITE_RATE`. */
  readonly samples: Int16Array
  /** Phonemes in the program's own names, each with its end in seconds. */
  readonly phonemes: readonly { readonly name: string; readonly end: number }[]
}

export const FLITE_RATE = 16_000
const OUTPUT = 'speech.wav'
const WAV_HEADER_BYTES = 44

/**
 * Flite, compiled to WebAssembly as a command-line program. An instance runs once, so the next one is made ready
 * (`prepare`) while nobody waits for it.
 */
export function createFlite(module: WebAssembly.Module) {
  let ready: ReturnType<typeof instantiate> | undefined
  const instantiate = () => {
    const host = createWasiHost()
    const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: host.imports })
    // The module is the one that the package ships; a WASI command exports these two.
    const { memory, _start } = exports as { memory: WebAssembly.Memory; _start: () => void }
    return { host, memory, start: _start }
  }
  return {
    prepare: () => {
      ready ??= instantiate()
    },
    speak: ({ text, voice, stretch, meanPitch }: FliteRequest): FliteSpeech => {
      const { host, memory, start } = ready ?? instantiate()
      ready = undefined
      host.start(memory, [
        ...['flite', '-voice', voice, '-psdur', '--setf', `duration_stretch=${stretch.toFixed(3)}`],
        ...(meanPitch === undefined ? [] : ['--setf', `int_f0_target_mean=${meanPitch}`]),
        ...['-t', text, '-o', OUTPUT],
      ])
      const code = runToExit(start)
      if (code !== 0) throw new Error(`flite ended with ${code}`)
      return { samples: samplesOf(host.file()), phonemes: readDurations(host.output()) }
    },
  }
}

function runToExit(start: () => void): number {
  try {
    start()
    return 0
  } catch (error) {
    if (error instanceof ProgramExit) return error.code
    throw error
  }
}

function samplesOf(wav: Uint8Array): Int16Array {
  const bytes = wav.slice(WAV_HEADER_BYTES, wav.length - (wav.length % 2))
  return new Int16Array(bytes.buffer)
}

/** One line for each utterance, `name:end name:end …`, with times from its own start. */
function readDurations(output: string): FliteSpeech['phonemes'] {
  const phonemes: { name: string; end: number }[] = []
  for (const line of output.split('\n')) {
    const start = phonemes.at(-1)?.end ?? 0
    for (const entry of line.split(' ')) {
      const [name = '', end = ''] = entry.split(':')
      if (name !== '' && end !== '') phonemes.push({ name, end: start + Number(end) })
    }
  }
  return phonemes
}
