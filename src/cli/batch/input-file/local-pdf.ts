import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FileInput } from '../../../client/create-client.js'
import { DOCUMENT_BYTES } from '../../../contract/documents.js'
import { describeReadError } from '../../../runtime/config/input-file.js'
import { nonPdfKind } from '../../documents/check-pdf.js'

/** A PDF file of the disk, ready to be sent; or why it is none that the service would take. */
export async function openLocalPdf(path: string): Promise<FileInput | { readonly problem: string }> {
  try {
    const found = await stat(path)
    if (found.isDirectory()) return { problem: 'this is a folder, not a file' }
    if (!found.isFile()) return { problem: 'this is not a file' }
    if (found.size > DOCUMENT_BYTES) {
      return { problem: `the file is larger than ${DOCUMENT_BYTES / 2 ** 20} MB` }
    }
    const content = await openAsBlob(path)
    const kind = await nonPdfKind(content)
    if (kind !== undefined) return { problem: `the file is no PDF: it is ${kind}` }
    return { name: basename(path), content }
  } catch (error) {
    return { problem: describeReadError(error) }
  }
}
