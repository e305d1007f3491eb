import { render } from 'preact'
import type { AsyncApi, OpenApi } from './api-document.js'
import { ReferencePage } from './page.js'

const read = async <T,>(path: string): Promise<T> => {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
  // Our own server writes it.
  return (await response.json()) as T
}

const root = document.getElementById('page')
if (root !== null) {
  Promise.all([read<OpenApi>('/openapi.json'), read<AsyncApi>('/asyncapi.json')]).then(
    ([openApi, asyncApi]) => render(<ReferencePage openApi={openApi} asyncApi={asyncApi} />, root),
    (error) => render(<p role="alert">The reference could not be read: {String(error)}</p>, root),
  )
}
