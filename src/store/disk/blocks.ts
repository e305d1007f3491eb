import type { FileHandle } from 'node:fs/promises'

export const BLOCK_BYTES = 2 ** 20
export const LINE_BREAK = 0x0a

/** The bytes up to `end`, a mebibyte at a time; the next block is being read while the last one is used. */
export async function* readBlocks(file: FileHandle, end: number): AsyncGenerator<Buffer> {
  let position = 0
  let next = readBlock(file, position, end)
  try {
    while (position < end) {
      const block = await next
      if (block.length === 0) return
      position += block.length
      next = readBlock(file, position, end)
      yield block
    }
  } finally {
    // Whoever stops early has no use for it, nor for its failure.
    await next.catch(() => undefined)
  }
}

async function readBlock(file: FileHandle, position: number, end: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, end - position))
  const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
  return buffer.subarray(0, bytesRead)
}

/** Joins what was left over of one block to the next. */
export const joined = (rest: Buffer, block: Buffer): Buffer =>
  rest.length === 0 ? block : Buffer.concat([rest, block])
