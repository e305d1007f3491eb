import { BoundedError } from '../../../contract/bounded-error.js'

/** Thrown by `proc_exit`, which does not return. */
export class ProgramExit extends BoundedError {
  constructor(readonly code: number) {
    super(`The program ended with ${code}`)
  }
}

export interface WasiHost {
  readonly imports: WebAssembly.ModuleImports
  /** Called before the program starts. */
  start(memory: WebAssembly.Memory, args: readonly string[]): void
  /** What the program wrote into its one file. */
  file(): Uint8Array
  /** What it printed. */
  output(): string
}

const STANDARD_OUTPUT = 1
/** The folder that the program may write to, and its one file. */
const FOLDER = 3
const FILE = 4
const SUCCESS = 0
const BAD_DESCRIPTOR = 8
const CHARACTER_DEVICE = 2
const DIRECTORY = 3
const REGULAR_FILE = 4
const SEEK_FROM_START = 0
const SEEK_FROM_HERE = 1

/**
 * The part of WASI (preview 1) that a program needs which reads its arguments, prints, and writes one file. Everything
 * stays in memory: no file, environment or clock of the machine is reachable, unlike with `node:wasi`, which also warns
 * that it is experimental.
 */
export function createWasiHost(): WasiHost {
  const program: Program = { args: [], memory: undefined, printed: '', file: createMemoryFile() }
  return {
    imports: { ...PROCESS, ...argumentCalls(program), ...fileCalls(program) },
    start: (memory, args) => {
      program.memory = memory
      program.args = args.map((argument) => new TextEncoder().encode(`${argument}\0`))
    },
    file: program.file.content,
    output: () => program.printed,
  }
}

type Program = {
  /** Each ends with a zero byte. */
  args: readonly Uint8Array[]
  memory: WebAssembly.Memory | undefined
  printed: string
  readonly file: ReturnType<typeof createMemoryFile>
}

const bytesOf = ({ memory }: Program) => new Uint8Array(memory?.buffer ?? new ArrayBuffer(0))
const viewOf = ({ memory }: Program) => new DataView(memory?.buffer ?? new ArrayBuffer(0))
const setSize = (program: Program, at: number, value: number) => viewOf(program).setUint32(at, value, true)

const PROCESS: WebAssembly.ModuleImports = {
  fd_close: () => SUCCESS,
  fd_fdstat_set_flags: () => SUCCESS,
  proc_exit: (code: number) => {
    throw new ProgramExit(code)
  },
}

const argumentCalls = (program: Program): WebAssembly.ModuleImports => ({
  args_sizes_get: (count: number, size: number) => {
    setSize(program, count, program.args.length)
    setSize(
      program,
      size,
      program.args.reduce((sum, { length }) => sum + length, 0),
    )
    return SUCCESS
  },
  args_get: (pointers: number, buffer: number) => {
    let at = buffer
    for (const [index, argument] of program.args.entries()) {
      setSize(program, pointers + 4 * index, at)
      bytesOf(program).set(argument, at)
      at += argument.length
    }
    return SUCCESS
  },
  clock_time_get: (_id: number, _precision: bigint, result: number) => {
    viewOf(program).setBigUint64(result, 0n, true)
    return SUCCESS
  },
})

type FourSizes = [number, number, number, number]

const fileCalls = (program: Program): WebAssembly.ModuleImports => ({
  fd_fdstat_get: (descriptor: number, result: number) => {
    const status = bytesOf(program).subarray(result, result + 24)
    status.fill(0)
    status[0] = typeOf(descriptor)
    // All rights.
    status.fill(255, 8)
    return SUCCESS
  },
  fd_prestat_get: (descriptor: number, result: number) => {
    if (descriptor !== FOLDER) return BAD_DESCRIPTOR
    setSize(program, result, 0)
    setSize(program, result + 4, 1)
    return SUCCESS
  },
  fd_prestat_dir_name: (_descriptor: number, path: number) => {
    bytesOf(program)[path] = '.'.charCodeAt(0)
    return SUCCESS
  },
  fd_read: (...[, , , result]: FourSizes) => {
    setSize(program, result, 0)
    return SUCCESS
  },
  fd_seek: (...[descriptor, offset, from, result]: [number, bigint, number, number]) => {
    if (descriptor !== FILE) return BAD_DESCRIPTOR
    viewOf(program).setBigUint64(result, BigInt(program.file.seek(Number(offset), from)), true)
    return SUCCESS
  },
  fd_write: (...[descriptor, vectors, count, result]: FourSizes) => {
    const view = viewOf(program)
    let written = 0
    for (let at = vectors; at < vectors + 8 * count; at += 8) {
      const start = view.getUint32(at, true)
      const piece = bytesOf(program).slice(start, start + view.getUint32(at + 4, true))
      if (descriptor === STANDARD_OUTPUT) program.printed += new TextDecoder().decode(piece)
      else if (descriptor === FILE) program.file.write(piece)
      written += piece.length
    }
    setSize(program, result, written)
    return SUCCESS
  },
  path_open: (...parameters: number[]) => {
    setSize(program, parameters.at(-1) ?? 0, FILE)
    return SUCCESS
  },
})

function typeOf(descriptor: number): number {
  if (descriptor < FOLDER) return CHARACTER_DEVICE
  return descriptor === FOLDER ? DIRECTORY : REGULAR_FILE
}

function createMemoryFile() {
  let buffer = new Uint8Array(1 << 17)
  let [position, length] = [0, 0]
  return {
    content: () => buffer.slice(0, length),
    seek: (offset: number, from: number): number => {
      const starts = [0, position, length]
      position = (starts[from === SEEK_FROM_START || from === SEEK_FROM_HERE ? from : 2] ?? 0) + offset
      return position
    },
    write: (piece: Uint8Array): void => {
      const end = position + piece.length
      if (end > buffer.length) {
        const larger = new Uint8Array(Math.max(end, 2 * buffer.length))
        larger.set(buffer)
        buffer = larger
      }
      buffer.set(piece, position)
      position = end
      length = Math.max(length, end)
    },
  }
}
