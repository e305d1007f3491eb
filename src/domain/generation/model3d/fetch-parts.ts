import { MODEL_FILE_BYTES } from '../../../contract/limits.js'
import { type GlbMetadata, randomAccessFile, readGlbMetadata } from '../../characters/glb.js'
import { DomainError } from '../../errors.js'
import type { FileStore, HeldFile } from '../../files/ports.js'
import { type ModelPart, type ModelService, ModelServiceError, type ModelTask } from './ports.js'

type PartDeps = {
  readonly files: Pick<FileStore, 'put' | 'open'>
  readonly service: Pick<ModelService, 'fetch'>
}

/** A fetched file in the store, with the metadata of a model. */
type FetchedPart = { readonly file: HeldFile; readonly metadata: GlbMetadata | null }
export type FetchedParts = ReadonlyMap<ModelPart, FetchedPart>

const THUMBNAIL_BYTES = 10 * 2 ** 20

type PartsRequest = { readonly parts: readonly ModelPart[]; readonly signal: AbortSignal }

/**
 * Fetches the files of a finished task and holds them while `use` stores the character. Files that the service does not
 * have are left out. Throws a ModelServiceError when a file has another format.
 */
export async function withFetchedParts<T>(
  deps: PartDeps,
  task: ModelTask,
  { parts, signal, use }: PartsRequest & { readonly use: (parts: FetchedParts) => Promise<T> },
): Promise<T> {
  const fetchedParts = new Map<ModelPart, FetchedPart>()
  try {
    for (const part of parts) {
      const fetched = await fetchPart(deps, task, { part, signal })
      if (fetched !== undefined) fetchedParts.set(part, fetched)
    }
    return await use(fetchedParts)
  } finally {
    for (const { file } of fetchedParts.values()) file.release()
  }
}

type PartRequest = { readonly part: ModelPart; readonly signal: AbortSignal }

/** The thumbnail is optional: without it the job goes on. */
async function fetchPart(
  deps: PartDeps,
  task: ModelTask,
  { part, signal }: PartRequest,
): Promise<FetchedPart | undefined> {
  try {
    const bytes = await deps.service.fetch(task, part, signal)
    return bytes === undefined ? undefined : await storePart(deps, part, bytes)
  } catch (error) {
    const isOptional = part === 'thumbnail' && error instanceof ModelServiceError
    if (isOptional && error.reason === 'refused') return undefined
    throw error
  }
}

async function storePart(
  { files }: PartDeps,
  part: ModelPart,
  bytes: AsyncIterable<Uint8Array>,
): Promise<FetchedPart> {
  const maxBytes = part === 'thumbnail' ? THUMBNAIL_BYTES : MODEL_FILE_BYTES
  const file = await files.put(bytes, { maxBytes })
  if (file === undefined)
    throw new ModelServiceError('refused', 'The 3D model service sent a file that is too large')
  try {
    return {
      file,
      metadata: part === 'thumbnail' ? await requirePng(files, file) : await readModel(files, file),
    }
  } catch (error) {
    file.release()
    throw error
  }
}

async function readModel(files: PartDeps['files'], file: HeldFile): Promise<GlbMetadata> {
  try {
    return await readGlbMetadata(randomAccessFile(files, file))
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause
    throw new ModelServiceError('refused', 'The 3D model service sent a file that is not a model', { cause })
  }
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

async function requirePng(files: PartDeps['files'], file: HeldFile): Promise<null> {
  const head = await randomAccessFile(files, file).read(0, PNG.length)
  if (PNG.every((byte, at) => head[at] === byte)) return null
  throw new ModelServiceError('refused', 'The 3D model service sent a thumbnail that is not a PNG')
}
