type GlbParts = {
  readonly magic?: string
  readonly version?: number
  /** What is added to the declared length. */
  readonly tooLong?: number
  readonly chunks?: readonly (readonly [type: string, content: Buffer])[]
}

export const JSON_CHUNK = 'JSON'
export const BIN_CHUNK = 'BIN\0'
export const SCENE = '{"asset":{"version":"2.0"},"scenes":[]}'

/** A chunk's content at a length that is a multiple of four. */
export const padded = (content: string | Buffer, filler = ' '): Buffer => {
  const bytes = Buffer.from(content as string)
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, filler)])
}

export const scene = (json = SCENE) => [JSON_CHUNK, padded(json)] as const

/** A binary glTF file, or something much like one. */
export function glb({ magic = 'glTF', version = 2, tooLong = 0, chunks = [scene()] }: GlbParts = {}) {
  const body = Buffer.concat(
    chunks.map(([type, content]) => Buffer.concat([uint32(content.length), Buffer.from(type), content])),
  )
  return Buffer.concat([Buffer.from(magic), uint32(version), uint32(12 + body.length + tooLong), body])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** The beginning of a valid file of so many bytes, a multiple of four; the rest is geometry. */
export function glbHead(bytes: number): Buffer {
  const head = glb({ chunks: [scene(), [BIN_CHUNK, Buffer.alloc(0)]] })
  head.writeUInt32LE(bytes, 8)
  head.writeUInt32LE(bytes - head.length, head.length - 8)
  return head
}
