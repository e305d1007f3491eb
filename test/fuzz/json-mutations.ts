import type { FuzzRandom } from './fuzz-random.js'
import { HOSTILE_TEXTS, hostileText } from './hostile-text.js'

const STRANGE_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  -1e308,
  2 ** 31,
  2 ** 53,
  Number.MIN_VALUE,
  [],
  {},
  [[]],
  [null],
  { length: 1e9 },
  { toString: 1, valueOf: null },
]

const NESTING_DEPTHS = [50, 500, 5000] as const

/** JSON text with one thing changed somewhere in the value; not always JSON any more. */
export function mutateJson(value: unknown, chance: FuzzRandom, deepest = 5000): string {
  if (chance.isLikely(0.15)) return breakText(JSON.stringify(value) ?? '', chance)
  const changed = writeNested(JSON.stringify(changeOne(value, chance, 0)) ?? 'null', deepest)
  return chance.isLikely(0.1) ? withDuplicateKey(changed) : changed
}

function changeOne(value: unknown, chance: FuzzRandom, depth: number): unknown {
  const isNode = typeof value === 'object' && value !== null
  if (!isNode || chance.isLikely(0.15) || depth > 20) return strangeValue(chance, value)
  if (Array.isArray(value)) return changeArray(value, chance, depth)
  return changeObject(value as Readonly<Record<string, unknown>>, chance, depth)
}

function changeArray(value: readonly unknown[], chance: FuzzRandom, depth: number): unknown {
  if (value.length === 0) return [strangeValue(chance, null)]
  if (chance.isLikely(0.2)) return Array.from({ length: chance.among([2, 101, 1001]) }, () => value[0])
  const at = chance.below(value.length)
  return value.map((item, index) => (index === at ? changeOne(item, chance, depth + 1) : item))
}

function changeObject(value: Readonly<Record<string, unknown>>, chance: FuzzRandom, depth: number): unknown {
  const names = Object.keys(value)
  if (names.length === 0 || chance.isLikely(0.2)) {
    const key = chance.among(HOSTILE_TEXTS)
    return Object.fromEntries([...Object.entries(value), [key, strangeValue(chance, null)]])
  }
  const name = chance.among(names)
  const entries = Object.entries(value)
  if (chance.isLikely(0.15)) return Object.fromEntries(entries.filter(([key]) => key !== name))
  return Object.fromEntries(
    entries.map(([key, one]) => [key, key === name ? changeOne(one, chance, depth + 1) : one]),
  )
}

function strangeValue(chance: FuzzRandom, value: unknown): unknown {
  if (typeof value === 'number' && chance.isLikely(0.5))
    return chance.among([value - 1, value + 1, -value, value * 1e6])
  if (typeof value === 'string' && chance.isLikely(0.3)) return value + hostileText(chance)
  if (chance.isLikely(0.5)) return hostileText(chance)
  if (chance.isLikely(0.05)) return `@nested:${chance.among(NESTING_DEPTHS)}`
  return chance.among(STRANGE_VALUES)
}

/** Nested values exist as text only: `JSON.stringify` would exceed the call stack on them, depending on who calls. */
function writeNested(text: string, deepest: number): string {
  return text.replace(/"@nested:(\d{1,5})"/g, (_, depth: string) => {
    const pairs = Math.min(Number(depth), deepest) / 2
    return `${'{"a":['.repeat(pairs)}1${']}'.repeat(pairs)}`
  })
}

/** The same key twice: parsers take the last, and a check of the text would see the first. */
const withDuplicateKey = (text: string): string =>
  text.replace(/^\{"([^"\\]{1,40})":/, (_, key: string) => `{"${key}":"first","${key}":`)

function breakText(text: string, chance: FuzzRandom): string {
  const at = chance.below(text.length + 1)
  switch (chance.below(6)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return text.slice(0, at) + hostileText(chance) + text.slice(at)
    case 2:
      return text + text
    case 3:
      return '['.repeat(chance.among([501, 100_000]))
    case 4:
      return `[${'1,'.repeat(chance.among([100, 300_000]))}1]`
    default:
      return `${' '.repeat(at)}${text.slice(at)}`
  }
}
