import { isObject } from '../../contract/is-object.js'
import { exceedsJsonBounds } from '../../contract/json-bounds.js'
import { JSON_BOUNDS } from '../../contract/limits.js'
import { domainError } from '../errors.js'
import type { FileStore, HeldFile } from '../files/ports.js'

/** A file that is read in parts, because it may be larger than memory allows. */
export type RandomAccessFile = {
  /** Bytes. */
  readonly size: number
  /** The bytes from `start` on, fewer than `length` only at the end of the file. */
  read(start: number, length: number): Promise<Uint8Array>
}

/** Random access to a stored file. */
export const randomAccessFile = (
  files: Pick<FileStore, 'open'>,
  { sha256, size }: HeldFile,
): RandomAccessFile => ({
  size,
  async read(start, length) {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, size - start)))
    if (bytes.length === 0) return bytes
    let at = 0
    for await (const chunk of (await files.open(sha256, { start, end: start + bytes.length - 1 })) ?? []) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    return bytes
  },
})

const MAGIC = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BIN_CHUNK = 0x004e4942
const HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
/** The JSON describes the scene; the geometry is in the binary chunk. */
const JSON_BYTES_MAX = 8 * 2 ** 20
/** glTF defines two; extensions may add more. */
const CHUNKS_MAX = 16
/** Further clips, and the rest of longer names, are dropped. */
const CLIPS_MAX = 100
const CLIP_NAME_MAX = 200
/** The name by which our own files know each other. */
const GENERATOR = 'parley'
const THINGS_MAX = 12
const THING_CHARACTERS_MAX = 40

export type GlbMetadata = {
  /** Whether it has a skin and animation clips. */
  readonly isRigged: boolean
  /** Names of the clips; a clip without a name is called after its index. */
  readonly animations: readonly string[]
  /** What of the description the model shows and does not show, as the file says of itself; none of other programs' files. */
  readonly shown: readonly string[]
  readonly notShown: readonly string[]
}

/**
 * Reads the metadata of a binary glTF 2.0 file; rejects with `invalid` for any other (glTF 2.0, 4: Binary glTF Layout).
 */
export async function readGlbMetadata(file: RandomAccessFile): Promise<GlbMetadata> {
  await requireHeader(file)
  const [scene, ...others] = await chunksOf(file)
  if (scene?.type !== JSON_CHUNK) throw invalidGlb('its first chunk is not JSON')
  if (others.some(({ type }, index) => type === JSON_CHUNK || (type === BIN_CHUNK && index > 0))) {
    throw invalidGlb('its chunks are not in order')
  }
  if (scene.length > JSON_BYTES_MAX) throw invalidGlb(`its JSON is over ${JSON_BYTES_MAX / 2 ** 20} MB`)
  return sceneMetadata(requireScene(await file.read(scene.start, scene.length)))
}

async function requireHeader(file: RandomAccessFile): Promise<void> {
  const [magic, version, length] = await readUint32s(file, 0, 3)
  if (magic !== MAGIC) throw invalidGlb('it does not begin with glTF')
  if (version !== 2) throw invalidGlb('its version is not 2')
  if (length !== file.size) throw invalidGlb('its length is not the one that it declares')
}

type Chunk = { readonly type: number; readonly start: number; readonly length: number }

async function chunksOf(file: RandomAccessFile): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  let at = HEADER_BYTES
  while (at < file.size) {
    const [length = 0, type = 0] = await readUint32s(file, at, 2)
    const start = at + CHUNK_HEADER_BYTES
    if (length % 4 !== 0) throw invalidGlb('a chunk is not aligned')
    if (start + length > file.size) throw invalidGlb('a chunk ends beyond the file')
    chunks.push({ type, start, length })
    if (chunks.length > CHUNKS_MAX) throw invalidGlb('it has too many chunks')
    at = start + length
  }
  return chunks
}

function requireScene(bytes: Uint8Array): Record<string, unknown> {
  const scene = parseScene(bytes)
  if (!isObject(scene) || !isObject(scene['asset'])) throw invalidGlb('its JSON describes no asset')
  const { version } = scene['asset']
  if (typeof version !== 'string' || !/^2\.\d+$/.test(version))
    throw invalidGlb('its asset is not of version 2')
  return scene
}

function sceneMetadata({ asset, skins, animations }: Record<string, unknown>): GlbMetadata {
  const clips: unknown[] = Array.isArray(animations) ? animations.slice(0, CLIPS_MAX) : []
  const names = clips.map((clip, index) => {
    const name = isObject(clip) ? clip['name'] : undefined
    return typeof name === 'string' && name !== '' ? name.slice(0, CLIP_NAME_MAX) : `animation_${index}`
  })
  const isRigged = Array.isArray(skins) && skins.length > 0 && names.length > 0
  return { isRigged, animations: names, ...toldBy(asset) }
}

function toldBy(asset: unknown): Pick<GlbMetadata, 'shown' | 'notShown'> {
  const isOwn = isObject(asset) && asset['generator'] === GENERATOR && isObject(asset['extras'])
  const extras = isOwn && isObject(asset['extras']) ? asset['extras'] : {}
  return { shown: thingsOf(extras['shown']), notShown: thingsOf(extras['notShown']) }
}

/** The last one of many says how many more there are. */
function thingsOf(said: unknown): readonly string[] {
  if (!Array.isArray(said)) return []
  const things = said.filter((thing) => typeof thing === 'string')
  const more = things.length - THINGS_MAX + 1
  const listed = more > 1 ? [...things.slice(0, THINGS_MAX - 1), `${more} more`] : things
  return listed.map((thing) => thing.slice(0, THING_CHARACTERS_MAX))
}

function parseScene(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    // A scene may be large but not deeply nested: its nodes refer to each other by index.
    if (exceedsJsonBounds(text, { ...JSON_BOUNDS, values: Number.POSITIVE_INFINITY }))
      throw new Error('too deep')
    return JSON.parse(text)
  } catch (cause) {
    throw invalidGlb('its JSON does not parse', { cause })
  }
}

/** Unsigned, 32 bits, little-endian. */
async function readUint32s(file: RandomAccessFile, start: number, count: number): Promise<number[]> {
  const bytes = await file.read(start, count * 4)
  if (bytes.length < count * 4) throw invalidGlb('it is too short')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: count }, (_, index) => view.getUint32(index * 4, true))
}

const invalidGlb = (why: string, options: ErrorOptions = {}) => domainError('invalidModel', why, options)
