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
  fur: [0, 864, 192, 160],
  iris: [192, 864, 128, 160],
  eyeWhite: [320, 864, 64, 160],
  wing: [704, 864, 192, 160],
  under: [384, 864, 32, 80],
  hatTrim: [384, 944, 32, 80],
  glove: [416, 864, 32, 80],
  glasses: [416, 944, 32, 80],
  lens: [448, 864, 32, 80],
  tie: [448, 944, 32, 80],
  flower: [480, 864, 32, 80],
  backpack: [480, 944, 32, 80],
  antenna: [512, 864, 32, 80],
  headphones: [512, 944, 32, 80],
  horn: [544, 864, 32, 80],
  sole: [544, 944, 32, 80],
  sash: [576, 864, 32, 80],
  pale: [576, 944, 32, 80],
  dark: [608, 864, 32, 80],
  beak: [608, 944, 32, 80],
  lips: [640, 864, 32, 80],
  mouth: [640, 944, 32, 80],
  tooth: [672, 864, 32, 80],
  ink: [672, 944, 32, 80],
  tongue: [896, 864, 32, 80],
  glow: [896, 944, 32, 80],
  shield: [928, 864, 32, 80],
  earInside: [928, 944, 32, 80],
  book: [960, 864, 16, 80],
  pipe: [976, 864, 16, 80],
  brow: [960, 944, 32, 80],
  collar: [992, 864, 32, 80],
  ring: [992, 944, 16, 80],
  hands: [1008, 944, 16, 80],
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
