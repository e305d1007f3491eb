import type { BuiltModel, ModelDescription } from '../../domain/generation/model-builder.js'
import { buildBodyFiles as build } from './build-body.js'

/** One body, in its own thread. */
export const buildBody = (wish: ModelDescription): Promise<BuiltModel> => build(wish)
