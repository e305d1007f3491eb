/// <reference path="./gltf-validator.d.ts" />
import { type Document, WebIO } from '@gltf-transform/core'
import { validateBytes } from 'gltf-validator'

/** What the Khronos validator holds against a model: errors (0) and warnings (1). */
export async function faultsOf(model: Uint8Array): Promise<string[]> {
  const { issues } = await validateBytes(model)
  return issues.messages
    .filter(({ severity }) => severity < 2)
    .map(({ code, message }) => `${code}: ${message}`)
}

export const openModel = (model: Uint8Array): Promise<Document> => new WebIO().readBinary(model)

export function trianglesOf(document: Document): number {
  const primitives = document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
  return primitives.reduce((sum, primitive) => sum + (primitive.getIndices()?.getCount() ?? 0) / 3, 0)
}
