import { mergeShapes, type Shape } from '../geometry/shape.js'
import { cross, normalize, scale, type Vec3 } from '../geometry/vector.js'
import type { Atlas } from '../texture/atlas.js'
import { type Colour, lighter, toHex } from '../texture/colour.js'
import {
  type OrthographicCamera,
  orthographicProjection,
  type Projection,
  rasterizeMesh,
  type VisibilityBuffer,
} from './rasterize.js'
import { type Light, shadePixels } from './shade.js'

const SIZE = 512
/** Supersampling factor, for smooth edges. */
const SUPERSAMPLING = 1.5
const SHADOW_SIZE = 512

/** Directions to the light and to the camera. */
const LIGHT = normalize([-0.42, 0.72, 0.72])
const EYE = normalize([0.3, 0.13, 1])

type Subject = { readonly shapes: readonly Shape[]; readonly atlas: Atlas; readonly tint: Colour }

/** Draws a shaded picture of a posed body on a background of a pale tint. */
export async function drawThumbnail({ shapes, atlas, tint }: Subject): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  const shape = mergeShapes(shapes)
  const size = SIZE * SUPERSAMPLING
  const view = orthographicProjection(frameShape(shape, { to: EYE, size, share: 0.9 }))
  const light: Light = createShadowMap(shape)
  const backdrop = await sharp(Buffer.from(ground(view, tint)))
    .removeAlpha()
    .raw()
    .toBuffer()
  const seen: VisibilityBuffer = rasterizeMesh(view, shape)
  const pixels = shadePixels({ shape, atlas, seen, backdrop, eye: EYE, light })
  const png = await sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .resize(SIZE, SIZE, { kernel: 'mitchell' })
    .png({ compressionLevel: 8 })
    .toBuffer()
  return Uint8Array.from(png)
}

function createShadowMap(shape: Shape): Light {
  const view = orthographicProjection(frameShape(shape, { to: LIGHT, size: SHADOW_SIZE, share: 0.96 }))
  return { towards: LIGHT, view, depth: rasterizeMesh(view, shape).depth }
}

type Framing = { readonly to: Vec3; readonly size: number; readonly share: number }

/** An orthographic camera that just fits the body into the picture. */
function frameShape(shape: Shape, { to, size, share }: Framing): OrthographicCamera {
  const right = normalize(cross([0, 1, 0], to))
  const axes = { right, up: cross(to, right), to: scale(to, -1) }
  const [low, high] = extent(shape, orthographicProjection({ ...axes, centre: [0, 0, 0], zoom: 1, size: 0 }))
  const [x, y] = [(low[0] + high[0]) / 2, -(low[1] + high[1]) / 2]
  const centre: Vec3 = [
    axes.right[0] * x + axes.up[0] * y,
    axes.right[1] * x + axes.up[1] * y,
    axes.right[2] * x + axes.up[2] * y,
  ]
  return { ...axes, centre, zoom: (size * share) / Math.max(high[0] - low[0], high[1] - low[1]), size }
}

type Triple = [number, number, number]

function extent({ positions }: Shape, { project }: Projection): readonly [low: Vec3, high: Vec3] {
  const low: Triple = [Infinity, Infinity, Infinity]
  const high: Triple = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < positions.length; at += 3) {
    const point = project([positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0])
    for (const axis of [0, 1, 2] as const) {
      low[axis] = Math.min(low[axis], point[axis])
      high[axis] = Math.max(high[axis], point[axis])
    }
  }
  return [low, high]
}

/** A pale background, lighter in the middle, with a shadow around the feet. */
function ground({ size, project }: Projection, tint: Colour): string {
  const [x, y] = project([0, 0, 0])
  const reach = Math.abs(project([0.46, 0, 0])[0] - x)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <radialGradient id="g" cx=".5" cy=".45" r=".72"><stop offset="0" stop-color="${toHex(lighter(tint, 0.88))}"/><stop offset="1" stop-color="${toHex(lighter(tint, 0.62))}"/></radialGradient>
    <radialGradient id="s"><stop offset=".2" stop-color="#1a1420" stop-opacity=".42"/><stop offset="1" stop-color="#1a1420" stop-opacity="0"/></radialGradient>
    <rect width="${size}" height="${size}" fill="url(#g)"/><ellipse cx="${x}" cy="${y}" rx="${reach}" ry="${reach * 0.26}" fill="url(#s)"/></svg>`
}
