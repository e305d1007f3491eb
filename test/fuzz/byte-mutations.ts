import type { FuzzRandom } from './fuzz-random.js'
import { HOSTILE_TEXTS } from './hostile-text.js'

const INTERESTING_BYTES = [0, 1, 0x7f, 0x80, 0xff, 0x0a, 0x22, 0x5c]
const INTERESTING_WORDS = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffff0, 0x10000]

/** One of the files with one to four things changed: what a disk, a network or somebody hostile makes of it. */
export function mutateBytes(seeds: readonly Buffer[], chance: FuzzRandom): Buffer {
  let bytes: Buffer = Buffer.from(chance.among(seeds))
  const times = 1 + chance.below(4)
  for (let time = 0; time < times; time += 1) bytes = mutateOnce(bytes, seeds, chance)
  return bytes
}

function mutateOnce(bytes: Buffer, seeds: readonly Buffer[], chance: FuzzRandom): Buffer {
  const at = chance.below(bytes.length + 1)
  const to = Math.min(bytes.length, at + 1 + chance.below(chance.among([4, 64, 4096])))
  const [before, middle, after] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)]
  switch (chance.below(9)) {
    case 0:
      return before
    case 1:
      return Buffer.concat([before, after])
    case 2:
      return Buffer.concat([before, middle, middle, after])
    case 3:
      return Buffer.concat([before, Buffer.from([chance.among(INTERESTING_BYTES)]), bytes.subarray(at + 1)])
    case 4:
      return Buffer.concat([before, word(chance), bytes.subarray(at + 4)])
    case 5: {
      const other = chance.among(seeds)
      return Buffer.concat([before, other.subarray(chance.below(other.length + 1))])
    }
    case 6:
      return Buffer.concat([before, Buffer.from(chance.among(HOSTILE_TEXTS)), after])
    case 7:
      return changeNumber(bytes, chance)
    default:
      return Buffer.concat([before, flipBits(middle, chance), after])
  }
}

function word(chance: FuzzRandom): Buffer {
  const bytes = Buffer.alloc(4)
  const value = chance.among(INTERESTING_WORDS)
  if (chance.isLikely(0.5)) bytes.writeUInt32LE(value)
  else bytes.writeUInt32BE(value)
  return bytes
}

const flipBits = (bytes: Buffer, chance: FuzzRandom): Buffer =>
  Buffer.from(bytes.map((byte) => byte ^ (1 << chance.below(8))))

/** Lengths, counts and references are written as digits in many formats. */
function changeNumber(bytes: Buffer, chance: FuzzRandom): Buffer {
  const text = bytes.toString('latin1')
  const numbers = [...text.matchAll(/\d{1,20}/g)]
  if (numbers.length === 0) return bytes
  const found = chance.among(numbers)
  const other = chance.among(['0', '-1', '1', '65536', '2147483648', '99999999999999999999', '1e9', ''])
  return Buffer.from(text.slice(0, found.index) + other + text.slice(found.index + found[0].length), 'latin1')
}
