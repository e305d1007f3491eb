import type { Body, BodyWish } from '../../domain/generation/body.js'
import { buildBody as build } from './build.js'

/** One body, in its own thread. */
export const buildBody = (wish: BodyWish): Promise<Body> => build(wish)
