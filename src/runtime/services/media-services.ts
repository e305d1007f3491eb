import { createImages } from '../../adapters/images/images.js'
import { createModel3dServices } from './models3d.js'
import type { ServiceSettings } from './service-settings.js'

/** Creates what processes images and generates 3D models. */
export async function createMediaServices(
  { settings, closing }: ServiceSettings,
  deps: Parameters<typeof createModel3dServices>[1],
) {
  const { stop, ...models } = await createModel3dServices(settings, deps)
  closing.add(stop)
  return { ...models, images: createImages() }
}
