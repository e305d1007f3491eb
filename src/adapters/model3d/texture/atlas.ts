import type { HatKind, Traits, Wear } from '../description/traits.js'
import { ATLAS_SIZE, REGIONS, type Region } from './atlas-layout.js'
import { blend, type Colour, darker, fromHex, lighter, lightness, toHex } from './colour.js'
import { paintCloth, paintSkirt, paintTorso } from './paint-clothes.js'
import { glowColour, paintIris } from './paint-eyes.js'
import { paintFace } from './paint-face.js'
import { paintFur } from './paint-fur.js'
import { paintHair, paintMetal, paintPlain, paintWing, paintWood } from './paint-materials.js'

export type Atlas = {
  /** RGB, three bytes per texel, row by row. */
  readonly texels: Uint8Array
  readonly size: number
}

/** Paints a region as SVG from 0, 0 to its width and height. */
type Painter = (traits: Traits, width: number, height: number) => string

/** Paints the texture of all surfaces of a character. */
export async function paintAtlas(traits: Traits): Promise<Atlas> {
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(Buffer.from(atlasDrawing(traits)))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { texels: Uint8Array.from(data), size: info.width }
}

/** Encodes the atlas as PNG, scaled to `side` texels. */
export async function atlasPng({ texels, size }: Atlas, side: number = size): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  const image = sharp(texels, { raw: { width: size, height: size, channels: 3 } }).resize(side, side)
  return Uint8Array.from(await image.png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer())
}

function atlasDrawing(traits: Traits): string {
  const cells = (Object.keys(REGIONS) as Region[]).map((region) => {
    const [x, y, width, height] = REGIONS[region]
    const drawn = PAINTERS[region](traits, width, height)
      .replaceAll('url(#', `url(#${region}-`)
      .replaceAll('id="', `id="${region}-`)
    return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawn}</svg>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${ATLAS_SIZE}" height="${ATLAS_SIZE}">${cells.join('')}</svg>`
}

const plain =
  (colour: (traits: Traits) => Colour): Painter =>
  (traits, width, height) =>
    paintPlain(colour(traits), width, height)

const worn = (wear: Wear, usual: string): Painter =>
  plain(({ wears }) => wears[wear]?.colour ?? fromHex(usual))

const METAL_HATS: readonly HatKind[] = ['crown', 'tiara', 'helmet', 'helm']

const paintHat: Painter = ({ hat, top }, width, height) => {
  const colour = hat?.colour ?? top.colour
  return hat !== null && METAL_HATS.includes(hat.kind)
    ? paintMetal(colour, width, height)
    : paintPlain(colour, width, height)
}

const PAINTERS: Readonly<Record<Region, Painter>> = {
  head: paintFace,
  torso: paintTorso,
  skirt: paintSkirt,
  sleeve: (traits, width, height) =>
    paintCloth({ ...traits.top, colour: sleeveColour(traits) }, width, height),
  leg: (traits, width, height) =>
    paintCloth({ colour: legColour(traits), pattern: traits.bottom.pattern ?? 'plain' }, width, height),
  hair: ({ hair }, width, height) => paintHair(hair.colour, width, height),
  cloak: ({ wears, top }, width, height) =>
    paintCloth({ colour: wears.cloak?.colour ?? top.colour, pattern: 'plain' }, width, height),
  shoe: plain(({ feet, top, being }) =>
    feet.kind !== 'boots' && being === 'robot' ? darker(top.colour, 0.2) : feet.colour,
  ),
  hat: paintHat,
  skin: ({ skin, being }, width, height) =>
    (being === 'robot' ? paintMetal : paintPlain)(skin, width, height),
  beard: ({ beard, hair }, width, height) => paintHair(beard?.colour ?? hair.colour, width, height),
  scarf: ({ wears, top }, width, height) =>
    paintCloth(
      { colour: wears.scarf?.colour ?? top.trim, pattern: wears.scarf?.pattern ?? 'plain' },
      width,
      height,
    ),
  trim: plain(({ top }) => top.trim),
  leather: plain(({ wears }) => wears.belt?.colour ?? fromHex('#6a452c')),
  metal: (_, width, height) => paintMetal(fromHex('#b8c0ca'), width, height),
  gold: (_, width, height) => paintMetal(fromHex('#e4b648'), width, height),
  wood: (_, width, height) => paintWood(fromHex('#7a5432'), width, height),
  apron: worn('apron', '#e4dccb'),
  under: plain(({ top }) => top.under),
  hatTrim: plain(({ hat, top }) => hat?.trim ?? top.trim),
  glove: worn('gloves', '#4a3426'),
  glasses: plain(({ wears }) => wears.glasses?.colour ?? wears.goggles?.colour ?? fromHex('#26242a')),
  lens: plain(({ wears }) => (wears.goggles === undefined ? fromHex('#20242c') : fromHex('#7fb8c8'))),
  tie: plain(({ wears }) => wears['bow tie']?.colour ?? wears.tie?.colour ?? fromHex('#a8303c')),
  flower: worn('flower', '#f0a0b4'),
  backpack: worn('backpack', '#6a452c'),
  antenna: worn('antenna', '#e05a4a'),
  headphones: worn('headphones', '#2c2e36'),
  horn: plain(({ creature, wears }) => creature?.horn ?? wears.horns?.colour ?? fromHex('#e0d2b4')),
  wing: (traits, width, height) =>
    traits.creature === null
      ? paintWing(traits.wears.wings?.colour ?? fromHex('#f0eef4'), width, height)
      : paintPlain(traits.creature.wing ?? blend(traits.creature.pale, traits.skin, 0.55), width, height),
  sole: plain(({ feet }) => darker(feet.colour, 0.35)),
  fur: paintFur,
  iris: paintIris,
  eyeWhite: plain(({ being }) =>
    fromHex({ robot: '#20252d', ghost: '#2a2832' }[being as 'robot'] ?? '#fdfbf8'),
  ),
  pale: plain(({ creature, skin }) => creature?.pale ?? lighter(skin, 0.4)),
  dark: plain(({ creature, skin }) => creature?.dark ?? darker(skin, 0.5)),
  beak: plain(({ creature }) => creature?.beak ?? fromHex('#ee9a34')),
  lips: plain(lipColour),
  mouth: plain(({ being }) => fromHex(being === 'ghost' ? '#3a3644' : '#5c2028')),
  tooth: plain(() => fromHex('#fffaf2')),
  ink: plain(({ face, skin }) => (lightness(skin) < 0.4 ? [0.07, 0.04, 0.05] : darker(face.brows, 0.62))),
  tongue: plain(() => fromHex('#d8707a')),
  glow: plain((traits) => glowColour(traits)),
  shield: plain(({ wears }) => (wears.shield ?? wears.buckler)?.colour ?? fromHex('#7a4c2c')),
  earInside: plain(({ skin }) => blend(lighter(skin, 0.35), [0.95, 0.62, 0.62], 0.55)),
  book: worn('book', '#7a2c34'),
  pipe: plain(pipeColour),
  brow: plain(({ face }) => face.brows),
  collar: worn('collar', '#c8313a'),
  hands: plain(({ hands, skin }) => hands ?? skin),
  ring: plain(({ top }) => darker(top.trim, 0.1)),
  sash: plain(({ wears, top }) => wears.sash?.colour ?? top.trim),
}

/** Muzzles have a dark line, people lips of their own. */
function lipColour({ face, skin, creature }: Traits): Colour {
  if (creature !== null) return darker(creature.pale, 0.55)
  return face.lips ?? darker([skin[0] * 0.72, skin[1] * 0.5, skin[2] * 0.5], 0.08)
}

/** Light wood and meerschaum, for a pipe that would not be seen before the face or the beard. */
const LIGHT_PIPES = ['#b98a4c', '#eadfc4'].map(fromHex)
const PIPE_CONTRAST = 0.3

function pipeColour({ wears, skin, beard }: Traits): Colour {
  const behind = [skin, ...(beard === null ? [] : [beard.colour])]
  const contrastOf = (colour: Colour) =>
    Math.min(...behind.map((one) => Math.abs(lightness(colour) - lightness(one))))
  const pipes = [wears.pipe?.colour ?? fromHex('#6a4226'), ...LIGHT_PIPES]
  const [best = pipes[0]] = [...pipes].sort((one, other) => contrastOf(other) - contrastOf(one))
  return pipes.find((colour) => contrastOf(colour) >= PIPE_CONTRAST) ?? best ?? skin
}

const sleeveColour = ({ top }: Traits): Colour =>
  top.kind === 'waistcoat' || top.kind === 'overalls' ? top.under : top.colour

/** Darkens trousers of the same colour as the top, so that its edge stays visible. */
function legColour({ bottom, top }: Traits): Colour {
  if (
    toHex(bottom.colour) !== toHex(top.colour) ||
    top.kind === 'suit' ||
    ['overalls', 'plating', 'spacesuit', 'armour'].includes(top.kind)
  )
    return bottom.colour
  return darker(lighter(bottom.colour, 0.06), 0.3)
}
