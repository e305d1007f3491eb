/** The region of each surface: x, y, width and height in texels of the 1024 x 1024 atlas. */
export const REGIONS = {
  head: [0, 0, 640, 512],
  torso: [640, 0, 384, 320],
  skirt: [640, 320, 384, 192],
  sleeve: [0, 512, 192, 192],
  leg: [192, 512, 192, 192],
  hair: [384, 512, 256, 192],
  cloak: [640, 512, 192, 192],
  shoe: [832, 512, 192, 192],
  hat: [0, 704, 192, 160],
  skin: [192, 704, 128, 160],
  beard: [320, 704, 128, 160],
  scarf: [448, 704, 128, 160],
  trim: [576, 704, 64, 160],
  leather: [640, 704, 96, 160],
  metal: [736, 704, 96, 160],
  gold: [832, 704, 64, 160],
  wood: [896, 704, 64, 160],
  apron: [960, 704, 64, 160],
  under: [0, 864, 64, 160],
  hatTrim: [64, 864, 64, 160],
  glove: [128, 864, 64, 160],
  glasses: [192, 864, 64, 160],
  lens: [256, 864, 64, 160],
  tie: [320, 864, 64, 160],
  flower: [384, 864, 64, 160],
  backpack: [448, 864, 64, 160],
  antenna: [512, 864, 64, 160],
  headphones: [576, 864, 64, 160],
  horn: [640, 864, 64, 160],
  wing: [704, 864, 192, 160],
  sole: [896, 864, 64, 160],
  sash: [960, 864, 64, 160],
} as const satisfies Readonly<Record<string, readonly [number, number, number, number]>>

export type Region = keyof typeof REGIONS
export const ATLAS_SIZE = 1024
/** Painted but unused texels at each side of a region, so that texture filtering does not mix in its neighbours. */
const MARGIN = 3

/** Maps the UV of a surface to the UV of the atlas. */
export function toAtlasUv(region: Region, u: number, v: number): readonly [number, number] {
  const [x, y, width, height] = REGIONS[region]
  return [
    (x + MARGIN + u * (width - 2 * MARGIN)) / ATLAS_SIZE,
    (y + MARGIN + v * (height - 2 * MARGIN)) / ATLAS_SIZE,
  ]
}
