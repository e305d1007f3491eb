import { MODEL_FILE_BYTES } from '../../../contract/limits.js'
import { type GlbMetadata, randomAccessFile, readGlbMetadata } from '../../characters/glb.js'
import { DomainError } from '../../errors.js'
import type { FileStore, HeldFile } from '../../files/ports.js'
import { type ModelPart, type ModelService, ModelServiceError, type ModelTask } from './ports.js'

type PartDeps = {
  readonly files: Pick<FileStore, 'put' | 'open'>
  readonly service: Pick<ModelService, 'fetch'>
}

/** A fetched file, in the store; of a model what it can do. */
type FetchedPart = { readonly file: HeldFile; readonly metadata: GlbMetadata | null }
export type FetchedParts = ReadonlyMap<ModelPart, FetchedPart>

const THUMBNAIL_BYTES = 10 * 2 ** 20

type PartsRequest = { readonly parts: readonly ModelPart[]; readonly signal: AbortSignal }

/**
 * Fetches files of a task that is done, and holds them while `use` stores what a character says that has them. Those
 * that the service has not are left out. Throws a ModelServiceError for what is no model.
 */
export async function withFetchedParts<T>(
  deps: PartDeps,
  task: ModelTask,
  { parts, signal, use }: PartsRequest & { readonly use: (parts: FetchedParts) => Promise<T> },
): Promise<T> {
  const kept = new Map<ModelPart, FetchedPart>()
  try {
    for (const part of parts) {
      const fetched = await fetchPart(deps, task, { part, signal })
      if (fetched !== undefined) kept.set(part, fetched)
    }
    return await use(kept)
  } finally {
    for (const { file } of kept.values()) file.release()
  }
}

type PartRequest = { readonly part: ModelPart; readonly signal: AbortSignal }

/** A picture is nice to have: nothing fails for want of it. */
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
  if (file === undefined) throw new ModelServiceError('refused', 'The 3D model service sent too large a file')
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
    throw new ModelServiceError('refused', 'The 3D model service sent what is no model', { cause })
  }
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

async function requirePng(files: PartDeps['files'], file: HeldFile): Promise<null> {
  const head = await randomAccessFile(files, file).read(0, PNG.length)
  if (PNG.every((byte, at) => head[at] === byte)) return null
  throw new ModelServiceError('refused', 'The 3D model service sent what is no PNG for a thumbnail')
}
