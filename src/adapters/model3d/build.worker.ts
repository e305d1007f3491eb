import type { BuiltModel, ModelDescription } from '../../domain/generation/model-builder.js'
import { buildBody as build } from './build.js'

/** One body, in its own thread. */
export const buildBody = (wish: ModelDescription): Promise<BuiltModel> => build(wish)
