import { readFile } from 'node:fs/promises'
import { findPackage } from '../../../src/runtime/process/package-root.js'
import type { RequestSample } from '../http/request-samples.js'
import { FULL_CHARACTER_ID, type Populated } from '../servers/populated-server.js'

/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:1/vermilion.pdf'
const DOCUMENTS = `/api/v1/characters/${FULL_CHARACTER_ID}/documents`

type Made = { readonly documentId: string; readonly batchId: string }

/** A document of the whole character, from this URL. */
async function addFrom({ send, apiKey }: Populated, url: string): Promise<Made> {
  const answer = await send({
    method: 'POST',
    path: DOCUMENTS,
    headers: { 'x-api-key': apiKey },
    body: { url },
  })
  const { documentId, batchId } = answer.body as Made
  return { documentId, batchId }
}

/** As `addFrom`, once it is ready or has failed. */
async function addWhole(world: Populated, url: string): Promise<Made> {
  const made = await addFrom(world, url)
  const path = `/api/v1/characters/documents/${made.documentId}`
  for (;;) {
    const { body } = await world.send({ method: 'GET', path, headers: { 'x-api-key': world.apiKey } })
    if (['ready', 'failed'].includes((body as { status: string }).status)) return made
  }
}

const failed = (world: Populated) => addWhole(world, NOWHERE)

async function ready(world: Populated): Promise<Made> {
  const pdf = await readFile(new URL('fixtures/documents/letter.pdf', (await findPackage()).root))
  const port = await world.serve((_, response) => void response.end(pdf))
  return addWhole(world, `http://127.0.0.1:${port}/vermilion.pdf`)
}

async function hanging(world: Populated): Promise<Made> {
  const port = await world.serve(() => undefined)
  return addFrom(world, `http://127.0.0.1:${port}/vermilion.pdf`)
}

/** What the operations of batches and documents need: nothing of the kind is in the world at its start. */
export const DOCUMENT_SAMPLES: Readonly<Record<string, readonly RequestSample[]>> = {
  submitBatch: [
    { body: { requests: [{ customId: 'one' }] } },
    { body: { requests: [{ customId: 'one', documents: [{ url: NOWHERE }] }] } },
  ],
  listBatches: [{}, { prepare: failed }],
  getBatch: [{ prepare: failed }],
  retryBatch: [{ prepare: failed, body: {} }],
  cancelBatch: [{ prepare: hanging }],
  addDocument: [{ body: { url: NOWHERE } }],
  listDocuments: [{}, { prepare: failed }, { prepare: ready }],
  getDocument: [{ prepare: failed }, { prepare: ready }, { prepare: hanging }],
  linkDocument: [{ prepare: ready }],
  deleteDocument: [{ prepare: failed }],
  listAgentDocuments: [{}, { prepare: failed }],
  deleteAgentDocument: [{ prepare: failed }],
}
