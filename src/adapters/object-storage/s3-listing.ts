import { BlobStoreError } from '../../domain/files/blob-store.js'
import { readText, type S3Client } from './s3-client.js'

type ListedObject = { readonly key: string; readonly size: number }
type Page = { readonly objects: readonly ListedObject[]; readonly next: string | undefined }

/** A page has at most 1000 objects, of less than 2 kB each. */
const PAGE_BYTES = 8 * 2 ** 20
const PAGES_MAX = 1_000_000

/** All objects whose keys begin with the prefix, one page of 1000 after the other (ListObjectsV2). */
export async function* listObjects(client: S3Client, prefix: string): AsyncGenerator<ListedObject> {
  let token: string | undefined
  for (let number = 0; number < PAGES_MAX; number += 1) {
    const query = {
      'list-type': '2',
      prefix,
      ...(token !== undefined && { 'continuation-token': token }),
    }
    const { objects, next } = await readPage(client, query)
    yield* objects
    if (next === undefined) return
    token = next
  }
}

/** A page that breaks off is asked for again. */
async function readPage(client: S3Client, query: Readonly<Record<string, string>>): Promise<Page> {
  const since = client.elapsed()
  for (let number = 1; ; number += 1) {
    const { response } = await client.send({ method: 'GET', key: '', query })
    try {
      return parsePage(await readText(response, PAGE_BYTES))
    } catch (error) {
      if (!(await client.waitForAttempt(number, since))) throw client.explain(error)
    }
  }
}

/** Reads the few elements that matter, each found by its tags: what services add beside them does not disturb. */
function parsePage(text: string): Page {
  if (!text.includes('</ListBucketResult>')) {
    throw new BlobStoreError('The answer to a listing is none, or not whole.', {
      hint: 'Look whether the endpoint is that of an S3 API.',
    })
  }
  const objects = elements(text, 'Contents').map((entry) => ({
    key: unescapeXml(elements(entry, 'Key')[0] ?? ''),
    size: Number(elements(entry, 'Size')[0]),
  }))
  const isTruncated = elements(text, 'IsTruncated')[0] === 'true'
  const token = elements(text, 'NextContinuationToken')[0]
  return { objects, next: isTruncated && token !== undefined ? unescapeXml(token) : undefined }
}

/** What stands between each opening tag, which has no attributes, and the next closing one. */
function elements(text: string, name: string): string[] {
  const [opening, closing] = [`<${name}>`, `</${name}>`]
  const found: string[] = []
  for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at)) {
    const end = text.indexOf(closing, at)
    if (end < 0) break
    found.push(text.slice(at + opening.length, end))
    at = end
  }
  return found
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}

const unescapeXml = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity] ?? entity)
