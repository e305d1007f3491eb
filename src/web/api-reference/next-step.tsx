import type { ApiOperation } from './api-document.js'
import { isOnlyMarked } from './deletion-question.js'
import type { KnownIds } from './known-ids.js'
import type { RequestValues } from './request.js'

type Props = { readonly operation: ApiOperation; readonly values: RequestValues; readonly ids: KnownIds }

/** What to do after an answer, where that is another request, or what was done is less than it seems. */
export function NextStep({ operation, values, ids: { upload, names } }: Props) {
  const { operationId } = operation
  if (operationId === 'uploadDocumentFile' && upload !== undefined)
    return (
      <p class="next-step">
        <code>url</code> is now “{upload.name}” in <a href="#addDocument">Add a document</a>: send that next.
      </p>
    )
  if (operationId === 'addDocument')
    return (
      <p class="next-step">
        It is read in the background. <a href="#getDocument">Look at its status</a> until that is{' '}
        <code>ready</code>.
      </p>
    )
  if (isOnlyMarked(operation, values)) {
    const name = names[values.parameters['path memoryId'] ?? '']
    return (
      <p class="next-step">
        {name === undefined ? 'It' : `“${name}”`} is marked as deleted. <code>hard</code> = <code>true</code>{' '}
        erases it.
      </p>
    )
  }
  return null
}
