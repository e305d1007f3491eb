import type { BuiltModel, ModelDescription } from '../../domain/generation/model-builder.js'
import { buildBodyFiles as build } from './build-body.js'

/** Called by Piscina in a worker thread. */
export const buildBody = (description: ModelDescription): Promise<BuiltModel> => build(description)
