import type { DocumentInput } from '../../contract/documents.js'
import { type DocumentOwnership, newDocument } from '../documents/new-document.js'
import type { HeaderEncryption } from '../documents/ports.js'
import type { DocumentRecord } from '../documents/record.js'
import type { Ids } from '../random.js'

/** A document that is to be fetched. */
export type DocumentToFetch = {
  readonly place: DocumentOwnership
  readonly input: Pick<DocumentInput, 'url' | 'name' | 'headers'>
}

export type EncryptHeadersDeps = { readonly headers: HeaderEncryption; readonly ids: Ids }

/**
 * Makes the documents with their headers encrypted, and stores them with `store`. When that fails, no key is left.
 */
export async function withEncryptedHeaders<T>(
  deps: EncryptHeadersDeps,
  { planned, now }: { readonly planned: readonly DocumentToFetch[]; readonly now: string },
  store: (documents: DocumentRecord[]) => Promise<T>,
): Promise<T> {
  const sealed: string[] = []
  try {
    const variantOf = createHeaderVariants()
    const documents: DocumentRecord[] = []
    for (const { place, input } of planned) {
      const id = deps.ids.uuid()
      const headers = await encryptHeaders(deps, id, input)
      if (headers !== null) sealed.push(headers)
      documents.push(newDocument({ id, now, place, input, headers, variant: variantOf(input) }))
    }
    return await store(documents)
  } catch (error) {
    await deps.headers.deleteKeys(sealed)
    throw error
  }
}

const encryptHeaders = async (
  { headers }: Pick<EncryptHeadersDeps, 'headers'>,
  id: string,
  { headers: given = {} }: DocumentToFetch['input'],
): Promise<string | null> => (Object.keys(given).length === 0 ? null : headers.encrypt(id, given))

/** Numbers the different headers that come with each URL. */
function createHeaderVariants(): (input: DocumentToFetch['input']) => number {
  const known = new Map<string, string[]>()
  return ({ url, headers = {} }) => {
    const text = JSON.stringify(Object.entries(headers).sort())
    const texts = known.get(url) ?? []
    known.set(url, texts)
    if (!texts.includes(text)) texts.push(text)
    return texts.indexOf(text)
  }
}
