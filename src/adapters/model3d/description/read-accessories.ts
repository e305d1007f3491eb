import { type Colour, fromHex, wearable } from '../texture/colour.js'
import type { Mentions } from './mentions.js'
import { readPattern, SCARVES } from './read-patterns.js'
import type { Being, HatKind, Traits, Wear, Worn } from './traits.js'
import { contrastingColour, type Wardrobe } from './wardrobe.js'

const GOLD = '#e0b03c'
const STEEL = '#a8b2bc'
const LEATHER = '#6a452c'

/** Hats with a word of their own. */
const HATS: readonly (readonly [HatKind, readonly string[], usual?: string])[] = [
  ['crown', ['crown', 'crowned', 'king', 'queen', 'emperor', 'empress', 'monarch'], GOLD],
  ['tiara', ['tiara', 'diadem', 'princess', 'circlet', 'coronet'], GOLD],
  ['helmet', ['helmet', 'helm'], STEEL],
  ['hood', ['hood', 'hooded', 'cowl']],
  ['beret', ['beret'], '#a8303c'],
  ['beanie', ['beanie', 'bobble', 'woolly']],
  ['turban', ['turban', 'headscarf', 'headwrap', 'bandana', 'hijab']],
  ['flowers', ['wreath', 'garland', 'laurel'], '#ec94b4'],
  ['headband', ['headband', 'ribbon', 'circlet']],
  ['witch', ['witch', 'wizard', 'sorcerer', 'sorceress', 'mage']],
  ['cap', ['cap', 'visor']],
  ['tricorn', ['tricorn', 'tricorne'], '#2c2a30'],
  ['toque', ['toque', 'chef'], '#f4f2ec'],
]
/** Hats named by an adjective before `hat`. */
const BY_ADJECTIVE: readonly (readonly [HatKind, readonly string[]])[] = [
  ['toque', ['chef', 'chefs', 'cook', 'baker']],
  ['tricorn', ['tricorn', 'tricorne', 'cornered']],
  ['witch', ['pointed', 'pointy', 'witch', 'wizard', 'tall', 'conical', 'witches']],
  ['top', ['top', 'stovepipe', 'silk']],
  ['beanie', ['woollen', 'wool', 'knitted', 'bobble', 'woolly']],
  ['cap', ['flat', 'baseball', 'sailor', 'captain']],
]

export function readHat(
  text: Mentions,
  { wardrobe, top, being }: { wardrobe: Wardrobe; top: Colour; being: Being },
): Traits['hat'] {
  const found = closedHelmet(text) ?? hatOf(text)
  if (found === null) return null
  const { kind, words, usual } = found
  const [said, second] = text.colours(...words)
  const colour = wearable(said ?? (usual === undefined ? top : fromHex(usual)))
  if (kind === 'helm') {
    const plume = text.colours('plume', 'feather', 'crest')[0]
    return { kind, colour: said ?? top, trim: plume ?? wardrobe.accent }
  }
  // The colour of a bare body would make a hat invisible.
  if (said === undefined && usual === undefined && isCreature(being))
    return { kind, colour: wardrobe.main, trim: wardrobe.accent }
  return { kind, colour, trim: second ?? (said === undefined ? wardrobe.accent : contrastingColour(colour)) }
}

const isCreature = (being: Being): boolean => being === 'beast' || being === 'bird' || being === 'dragon'

/** Helmets around the whole head: of a space suit, and of a knight with a closed visor. */
function closedHelmet(text: Mentions): FoundHat | null {
  const isSpace = text.has('astronaut', 'cosmonaut', 'spacesuit') || text.isDescribedAs(['space'], ['suit'])
  if (isSpace && !text.denies('helmet')) return { kind: 'dome', words: ['helmet'], usual: '#f2f3f4' }
  const isClosed =
    text.has('visor', 'greathelm', 'visored') ||
    text.isDescribedAs(['closed', 'full', 'great', 'lowered', 'visored'], ['helm', 'helmet'])
  return isClosed && !text.has('cap') ? { kind: 'helm', words: ['helm', 'helmet', 'greathelm'] } : null
}

type FoundHat = {
  readonly kind: HatKind
  readonly words: readonly string[]
  readonly usual?: string | undefined
}

const USUAL_HATS: Readonly<Partial<Record<HatKind, string>>> = { toque: '#f4f2ec', tricorn: '#2c2a30' }

function hatOf(text: Mentions): FoundHat | null {
  if (text.has('hat')) {
    const isCooks = text.has('chef', 'cook') && text.isDescribedAs(['tall', 'white', 'high'], ['hat'])
    const named = BY_ADJECTIVE.find(([, about]) => text.isDescribedAs(about, ['hat']))?.[0]
    const kind = isCooks ? 'toque' : named
    const magic = text.has('witch', 'wizard') ? 'witch' : 'wide'
    return { kind: kind ?? magic, words: ['hat'], usual: kind && USUAL_HATS[kind] }
  }
  if (text.has('bareheaded') || text.denies('hat')) return null
  const named = HATS.find(([, words]) => text.has(...words))
  if (named === undefined) return null
  const [kind, words, gold] = named
  // On golden hair gold would not be seen.
  const usual = kind === 'tiara' && text.has('blonde', 'blond', 'golden') ? '#ccd6e4' : gold
  return { kind, words, usual }
}

/** The words for each item and its usual colour; without one, it gets the accent of the wardrobe. */
const WORN: readonly (readonly [Wear, readonly string[], usual?: string])[] = [
  ['sunglasses', ['sunglasses', 'shades'], '#22242a'],
  ['goggles', ['goggles'], '#8a6a3c'],
  ['glasses', ['glasses', 'spectacles', 'spectacled', 'bespectacled'], '#2a2628'],
  ['scarf', SCARVES],
  ['belt', ['belt', 'belted', 'pockets', 'pouch', 'toolbelt', 'holster'], LEATHER],
  ['cloak', ['cloak', 'cape', 'cloaked', 'caped', 'mantle', 'superhero', 'vampire', 'pelerine']],
  ['apron', ['apron', 'blacksmith', 'cook', 'baker', 'chef', 'butcher'], '#e4dccb'],
  ['necklace', ['necklace', 'pendant', 'amulet', 'medallion', 'locket', 'pearls', 'beads', 'chain'], GOLD],
  ['earrings', ['earring', 'earrings'], GOLD],
  ['monocle', ['monocle'], '#c9a23c'],
  ['eyepatch', ['eyepatch', 'pirate'], '#26242a'],
  ['backpack', ['backpack', 'rucksack', 'satchel', 'knapsack', 'bag'], LEATHER],
  ['bow tie', ['bowtie', 'bow'], '#a8303c'],
  ['tie', ['necktie', 'cravat', 'tie'], '#a8303c'],
  ['staff', ['staff', 'wand', 'stick', 'crook', 'spear', 'wizard'], '#6e4c2e'],
  ['broom', ['broom', 'broomstick'], '#c9a45c'],
  ['longbow', ['longbow', 'crossbow'], '#6e4c2e'],
  ['sword', ['sword', 'blade', 'rapier', 'sabre', 'katana', 'dagger', 'cutlass'], STEEL],
  ['wings', ['wing', 'wings', 'winged', 'angel', 'fairy'], '#f0eef4'],
  ['horns', ['horn', 'horns', 'horned', 'demon', 'devil', 'faun', 'antlers'], '#e0d2b4'],
  ['tail', ['demon', 'devil']],
  ['antenna', ['antenna', 'antennae'], '#e05a4a'],
  ['headphones', ['headphones', 'headset'], '#2c2e36'],
  ['pauldrons', ['pauldrons', 'pauldron', 'epaulettes', 'knight', 'armour', 'armor'], STEEL],
  ['gloves', ['glove', 'gloves', 'gauntlets', 'mittens', 'gloved', 'knight'], '#4a3426'],
  ['sash', ['sash', 'kimono', 'obi', 'cummerbund']],
  ['flower', ['flower', 'blossom', 'daisy'], '#f0a0b4'],
  ['halo', ['halo', 'angel', 'saint'], '#f4d878'],
  ['shield', ['shield']],
  ['buckler', ['buckler']],
  ['lantern', ['lantern', 'lamp'], '#3c3a3e'],
  ['pipe', ['pipe'], '#6a4226'],
  ['book', ['book', 'tome', 'grimoire', 'notebook']],
  ['axe', ['axe', 'hatchet'], STEEL],
  ['fork', ['pitchfork', 'trident', 'hayfork'], STEEL],
  ['ladle', ['ladle', 'spoon'], STEEL],
  ['cane', ['cane'], '#6e4c2e'],
  ['basket', ['basket', 'hamper'], '#b98a4c'],
  ['stethoscope', ['stethoscope'], '#2c2e36'],
]

export function readWears(text: Mentions, { wardrobe, being, top }: Wearing): Traits['wears'] {
  const found = WORN.filter(([, words]) => text.has(...words)).map(([wear, words, usual]): [Wear, Worn] => {
    const colour = text.colours(...words)[0] ?? (usual === undefined ? wardrobe.accent : fromHex(usual))
    return [wear, { colour: wearable(colour) }]
  })
  const wears = Object.fromEntries(found) as Traits['wears']
  // `bow tie` is not a tie, and the bow of an archer neither.
  const { tie, 'bow tie': anyBow, scarf, sash, wings, horns, tail, shield, staff, cane, ...rest } = wears
  const isArchers =
    text.has('archer', 'quiver', 'arrow', 'arrows') || text.isDescribedAs(['hunting', 'wooden'], ['bow'])
  const bow = isArchers && !text.has('bowtie') ? undefined : anyBow
  const stick = cane ?? (text.isDescribedAs(['walking'], ['stick']) ? staff : undefined)
  const isSpace = text.has('astronaut', 'cosmonaut', 'spacesuit') || text.isDescribedAs(['space'], ['suit'])
  const ears = text.isDescribedAs(['cat', 'fox', 'wolf', 'animal', 'bunny'], ['ears'])
  const [collar] = isCreature(being) ? text.colours('collar') : []
  return {
    ...rest,
    ...(bow !== undefined && { 'bow tie': bow }),
    ...(isArchers && anyBow && { longbow: { colour: fromHex('#6e4c2e') } }),
    ...(scarf && { scarf: { ...scarf, pattern: readPattern(text, SCARVES) } }),
    ...(tie !== undefined && bow === undefined && { tie }),
    ...(sash !== undefined && { sash }),
    ...(stick !== undefined ? { cane: stick } : staff && { staff }),
    ...(shield && (text.isDescribedAs(['round'], ['shield']) ? { buckler: shield } : { shield })),
    ...(hasEyePatch(text) && { eyepatch: { colour: fromHex('#26242a') } }),
    // A creature's own are part of its body.
    ...(isCreature(being) ? {} : { ...(wings && { wings }), ...(horns && { horns }), ...(tail && { tail }) }),
    ...(ears && !isCreature(being) && { 'cat ears': { colour: wardrobe.accent } }),
    ...(isCreature(being) && text.has('collar') && { collar: { colour: collar ?? wardrobe.accent } }),
    ...(being === 'robot' && { antenna: rest.antenna ?? { colour: wardrobe.accent } }),
    ...(isSpace && {
      backpack: { colour: text.colours('backpack', 'pack')[0] ?? top },
      gloves: rest.gloves ?? { colour: top },
    }),
  }
}

/** Other patches, such as a flag on a sleeve, are asked for by nobody, and so are reported. */
const hasEyePatch = (text: Mentions): boolean =>
  text.words.join(' ').includes('eye patch') && text.has('patch')

type Wearing = { readonly wardrobe: Wardrobe; readonly being: Being; readonly top: Colour }
