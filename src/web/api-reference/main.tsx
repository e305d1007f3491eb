import { type ComponentChild, render } from 'preact'
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
  const show = (content: ComponentChild) => {
    // What stood there while it was read.
    root.replaceChildren()
    render(content, root)
  }
  Promise.all([read<OpenApi>('/openapi.json'), read<AsyncApi>('/asyncapi.json')]).then(
    ([openApi, asyncApi]) => show(<ReferencePage openApi={openApi} asyncApi={asyncApi} />),
    (error) => show(<p role="alert">The reference could not be read: {String(error)}</p>),
  )
}
