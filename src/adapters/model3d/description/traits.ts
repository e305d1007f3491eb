import type { Colour } from '../texture/colour.js'

/** Relative to an adult of medium build, which is 1. */
export type BodyProportions = {
  /** Metres from the ground to the top of the head. */
  readonly height: number
  /** Height in heads. */
  readonly heads: number
  readonly build: number
  readonly shoulders: number
  readonly hips: number
  /** The length of the legs. */
  readonly legs: number
}

export type HairStyle =
  | 'short'
  | 'cropped'
  | 'bob'
  | 'long'
  | 'curly'
  | 'afro'
  | 'spiky'
  | 'mohawk'
  | 'ponytail'
  | 'bun'
  | 'braids'
  | 'pigtails'
  | 'fringed'
  | 'bald'
export type Hair = {
  readonly style: HairStyle
  readonly colour: Colour
  readonly isWavy: boolean
  readonly isSwept: boolean
}
export type Beard = {
  readonly style: 'stubble' | 'short' | 'long' | 'moustache' | 'goatee'
  readonly colour: Colour
}

export type FaceTraits = {
  readonly eyes: Colour
  readonly brows: Colour
  readonly brow: 'plain' | 'heavy' | 'stern'
  readonly mouth: 'smile' | 'grin' | 'calm' | 'crooked' | 'frown'
  readonly lips: Colour | null
  readonly lashes: boolean
  readonly freckles: boolean
  readonly scar: boolean
  readonly isOld: boolean
  /** Eyes of a child, and of a text that says so. */
  readonly hasLargeEyes: boolean
  /** The light of a robot's eyes. */
  readonly glow: Colour | null
}

/** What the body is, which is read before its clothes. */
export type Being = 'human' | 'elf' | 'orc' | 'robot' | 'ghost' | 'beast' | 'bird' | 'dragon'

/** What beasts, birds and dragons have where people have hair and clothes. */
export type Creature = {
  readonly ears: 'pointed' | 'floppy' | 'round' | 'long' | 'tufts' | 'none'
  readonly snout: 'short' | 'long' | 'dragon' | 'beak' | 'hook' | 'bill'
  readonly tail: 'thin' | 'tuft' | 'bushy' | 'short' | 'ball' | 'fan' | 'spiked' | 'none'
  readonly marking: 'plain' | 'stripes' | 'spots' | 'mask' | 'scales'
  readonly wings: boolean
  readonly horns: boolean
  /** Belly and muzzle. */
  readonly pale: Colour
  /** Markings. */
  readonly dark: Colour
  readonly beak: Colour
  readonly horn: Colour
  readonly mane: Colour | null
  /** Of wings that differ from the body. */
  readonly wing: Colour | null
}
/** Length; `hip` is the hem of a jacket, and a `tutu` stands out. */
export type SkirtCut = 'hip' | 'mini' | 'knee' | 'calf' | 'floor' | 'tutu'

/** `rainproof`: closed up to the collar, with a hood. */
export type JacketFront = 'tailored' | 'hooded' | 'zipped' | 'knitted' | 'rainproof'

/** Clothing of the upper body, including what hangs from it below the belt. */
export type Top = {
  readonly kind:
    | 'shirt'
    | 'jumper'
    | 'jacket'
    | 'coat'
    | 'waistcoat'
    | 'tunic'
    | 'dress'
    | 'robe'
    | 'armour'
    | 'overalls'
    | 'suit'
    /** Fur, feathers, scales or a sheet. */
    | 'bare'
    /** The panels of a robot. */
    | 'plating'
    | 'spacesuit'
  readonly colour: Colour
  readonly trim: Colour
  readonly under: Colour
  readonly sleeves: 'none' | 'short' | 'long' | 'wide'
  readonly skirt: SkirtCut | null
  /** Whether a coat is open in front. */
  readonly isOpen: boolean
  readonly pattern: Pattern
  /** Of stripes, where the text says one. */
  readonly stripe?: Colour
  /** How a jacket or coat is made. */
  readonly front: JacketFront
}
export type Pattern = 'plain' | 'stripes' | 'dots' | 'checks'
export type Bottom = {
  /** Of trousers. */
  readonly pattern?: Pattern
  readonly kind: 'trousers' | 'shorts' | 'skirt' | 'tights' | 'bare'
  readonly colour: Colour
  readonly cut: SkirtCut
}
export type Feet = { readonly kind: 'shoes' | 'boots' | 'bare' | 'sandals'; readonly colour: Colour }

export type HatKind =
  | 'top'
  | 'witch'
  | 'wide'
  | 'tricorn'
  /** The tall hat of a cook. */
  | 'toque'
  | 'cap'
  | 'beret'
  | 'beanie'
  | 'helmet'
  /** A helm that hides the face. */
  | 'helm'
  /** The round helmet of a space suit. */
  | 'dome'
  | 'hood'
  | 'crown'
  | 'tiara'
  | 'turban'
  | 'flowers'
  | 'headband'
export type Wear =
  | 'glasses'
  | 'sunglasses'
  | 'goggles'
  | 'scarf'
  | 'belt'
  | 'cloak'
  | 'apron'
  | 'necklace'
  | 'earrings'
  | 'eyepatch'
  | 'backpack'
  | 'bow tie'
  | 'tie'
  | 'staff'
  | 'broom'
  /** That shoots arrows. */
  | 'longbow'
  | 'sword'
  | 'wings'
  | 'horns'
  | 'cat ears'
  | 'tail'
  | 'antenna'
  | 'headphones'
  | 'pauldrons'
  | 'gloves'
  | 'sash'
  | 'flower'
  | 'halo'
  | 'shield'
  /** A round shield. */
  | 'buckler'
  | 'lantern'
  | 'pipe'
  | 'book'
  | 'axe'
  /** With prongs, on a pole. */
  | 'fork'
  | 'ladle'
  /** A walking stick. */
  | 'cane'
  | 'basket'
  | 'stethoscope'
  | 'monocle'
  | 'collar'
export type Worn = { readonly colour: Colour; readonly pattern?: Pattern }

/** Everything that determines a body: read from the text, the rest drawn at random. */
export type Traits = {
  readonly being: Being
  /** Null for people, robots and ghosts. */
  readonly creature: Creature | null
  readonly figure: BodyProportions
  readonly skin: Colour
  readonly face: FaceTraits
  readonly hair: Hair
  readonly beard: Beard | null
  readonly top: Top
  readonly bottom: Bottom
  readonly feet: Feet
  /** Hands or paws of another colour than the body. */
  readonly hands: Colour | null
  readonly hat: { readonly kind: HatKind; readonly colour: Colour; readonly trim: Colour } | null
  readonly wears: Readonly<Partial<Record<Wear, Worn>>>
}

/** Hats that leave no hair free beside the face. */
export const CLOSED_HATS: ReadonlySet<string> = new Set(['helmet', 'hood', 'turban', 'dome'])

/** Hats that cover the crown of the head, and press the hair flat. */
export const COVERING_HATS: ReadonlySet<string> = new Set([
  'top',
  'witch',
  'wide',
  'tricorn',
  'toque',
  'cap',
  'beret',
  'beanie',
  ...CLOSED_HATS,
])
