import { expect } from 'vitest'
import type { RunningServer } from '../../../src/runtime/create-server.js'

/** Gives a character this model. */
export async function uploadModel(
  { ready: { baseUrl, apiKey } }: RunningServer,
  characterId: string,
  model: Uint8Array,
): Promise<void> {
  const form = new FormData()
  form.append('model', new Blob([Uint8Array.from(model)], { type: 'model/gltf-binary' }), 'model.glb')
  const url = `${baseUrl}/api/v1/characters/${characterId}/model-file`
  const uploaded = await fetch(url, { method: 'PUT', headers: { 'x-api-key': apiKey }, body: form })
  expect(uploaded.status).toBe(200)
}
