/** As much of it as is used here: the compiler knows WebAssembly only beside a browser's names. */
declare const WebAssembly: {
  validate(code: Uint8Array): boolean
  Memory: new (size: { initial: number }) => SharedPlace
  Module: new (code: Uint8Array) => object
  Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> }
}

type SharedPlace = {
  /** Another one after each `grow`. */
  readonly buffer: ArrayBuffer
  grow(pages: number): void
}

/** Multiplies rows of vectors with a query, in WebAssembly's memory. */
export interface Simd {
  readonly memory: SharedPlace
  /**
   * Writes the product of the query with each of `rows` vectors, which lie one after another. Places and `stride` are
   * bytes; `stride` is a multiple of 64, at least one row is asked for.
   */
  dot(query: number, vectors: number, rows: number, stride: number, products: number): void
}

/** A fresh memory with the code that works on it; undefined where there is no SIMD, or no more room for a memory. */
export function createSimd(): Simd | undefined {
  const code = new Uint8Array(writeModule())
  if (!WebAssembly.validate(code)) return undefined
  try {
    const memory = new WebAssembly.Memory({ initial: 1 })
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), { e: { m: memory } })
    // The module below exports this one function.
    return { memory, dot: exports['dot'] as Simd['dot'] }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const I32 = 0x7f
const V128 = 0x7b
const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const tee = (local: number) => [0x22, local]
const number = (value: number) => [0x41, ...signed(value)]
const ADD = [0x6a]
const SUBTRACT = [0x6b]
const IS_LESS = [0x49]
const REPEAT_IF = [0x0d, 0]
const repeat = (...body: number[][]) => [0x03, 0x40, ...body.flat(), 0x0b]
const zeros = () => [...number(0), 0xfd, 0x11]
const loadFour = (offset: number) => [0xfd, 0x00, 4, offset]
const MULTIPLY_FOUR = [0xfd, 0xe6, 0x01]
const ADD_FOUR = [0xfd, 0xe4, 0x01]
const takeOne = (lane: number) => [0xfd, 0x1f, lane]
const ADD_FLOATS = [0x92]
const STORE_FLOAT = [0x38, 2, 0]

const [QUERY, VECTORS, ROWS, STRIDE, PRODUCTS, AT] = [0, 1, 2, 3, 4, 5]
/** Four sums at a time: one alone would wait for its last addition. */
const SUMS = [6, 7, 8, 9] as const
const SUM = SUMS[0]

/** Sixteen numbers of the row at `AT`. */
const step = () =>
  SUMS.flatMap((sum, at) => [
    ...get(sum),
    ...[...get(QUERY), ...get(AT), ...ADD, ...loadFour(16 * at)],
    ...[...get(VECTORS), ...get(AT), ...ADD, ...loadFour(16 * at)],
    ...[...MULTIPLY_FOUR, ...ADD_FOUR, ...set(sum)],
  ])

const total = () => [
  ...SUMS.slice(1).flatMap((sum) => [...get(SUM), ...get(sum), ...ADD_FOUR, ...set(SUM)]),
  ...[...get(PRODUCTS), ...get(SUM), ...takeOne(0)],
  ...[1, 2, 3].flatMap((lane) => [...get(SUM), ...takeOne(lane), ...ADD_FLOATS]),
  ...STORE_FLOAT,
]

const dot = () =>
  repeat(
    SUMS.flatMap((sum) => [...zeros(), ...set(sum)]),
    [...number(0), ...set(AT)],
    repeat(
      step(),
      [...get(AT), ...number(64), ...ADD, ...tee(AT)],
      [...get(STRIDE), ...IS_LESS, ...REPEAT_IF],
    ),
    total(),
    [...get(PRODUCTS), ...number(4), ...ADD, ...set(PRODUCTS)],
    [...get(VECTORS), ...get(STRIDE), ...ADD, ...set(VECTORS)],
    [...get(ROWS), ...number(1), ...SUBTRACT, ...tee(ROWS), ...REPEAT_IF],
  )

/** The module in WebAssembly's binary form: it takes a memory `e.m` and gives one function, `dot`. */
function writeModule(): number[] {
  const locals = [2, 1, I32, SUMS.length, V128]
  const body = [...locals, ...dot(), 0x0b]
  return [
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
    ...section(2, [1, 1, 0x65, 1, 0x6d, 0x02, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, 3, 0x64, 0x6f, 0x74, 0, 0]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
  ]
}

const section = (id: number, content: readonly number[]) => [id, ...unsigned(content.length), ...content]

const unsigned = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >> 7)]

/** For numbers from 0. A set bit 6 would be a sign, so a further byte follows it. */
const signed = (value: number): number[] =>
  value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >> 7)]
