import type { DocumentInput } from '../../contract/documents.js'
import { type DocumentPlace, newDocument } from '../documents/new-document.js'
import type { HeaderSafe } from '../documents/ports.js'
import type { DocumentRecord } from '../documents/record.js'
import type { Ids } from '../random.js'

/** A document that is to be fetched. */
export type PlannedDocument = {
  readonly place: DocumentPlace
  readonly input: Pick<DocumentInput, 'url' | 'name' | 'headers'>
}

export type SealDeps = { readonly headers: HeaderSafe; readonly ids: Ids }

/**
 * Makes the documents with their headers encrypted, and stores them with `store`. When that fails, no key is left.
 */
export async function withSealedDocuments<T>(
  deps: SealDeps,
  { planned, now }: { readonly planned: readonly PlannedDocument[]; readonly now: string },
  store: (documents: DocumentRecord[]) => Promise<T>,
): Promise<T> {
  const sealed: string[] = []
  try {
    const variantOf = createVariants()
    const documents: DocumentRecord[] = []
    for (const { place, input } of planned) {
      const id = deps.ids.uuid()
      const headers = await seal(deps, id, input)
      if (headers !== null) sealed.push(headers)
      documents.push(newDocument({ id, now, place, input, headers, variant: variantOf(input) }))
    }
    return await store(documents)
  } catch (error) {
    await deps.headers.forget(sealed)
    throw error
  }
}

const seal = async (
  { headers }: Pick<SealDeps, 'headers'>,
  id: string,
  { headers: given = {} }: PlannedDocument['input'],
): Promise<string | null> => (Object.keys(given).length === 0 ? null : headers.seal(id, given))

/** Numbers the different headers that come with each URL. */
function createVariants(): (input: PlannedDocument['input']) => number {
  const known = new Map<string, string[]>()
  return ({ url, headers = {} }) => {
    const text = JSON.stringify(Object.entries(headers).sort())
    const texts = known.get(url) ?? []
    known.set(url, texts)
    if (!texts.includes(text)) texts.push(text)
    return texts.indexOf(text)
  }
}
