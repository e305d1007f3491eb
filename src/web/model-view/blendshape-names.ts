/** ARKit's blendshapes in plain words, by part of the face; of a pair the name without its side. The order is that of the page. */
const PARTS: readonly (readonly [title: string, names: Readonly<Record<string, string>>])[] = [
  [
    'Eyes',
    {
      eyeBlink: 'Closed',
      eyeWide: 'Wide open',
      eyeSquint: 'Narrowed',
      eyeLookUp: 'Looks up',
      eyeLookDown: 'Looks down',
      eyeLookIn: 'Looks to the nose',
      eyeLookOut: 'Looks outwards',
    },
  ],
  ['Brows', { browInnerUp: 'Inner ends up', browOuterUp: 'Outer end up', browDown: 'Down' }],
  [
    'Jaw',
    {
      jawOpen: 'Open',
      jawLeft: 'To the figure’s left',
      jawRight: 'To the figure’s right',
      jawForward: 'Forward, seen from the side',
    },
  ],
  [
    'Mouth',
    {
      mouthSmile: 'Smile',
      mouthFrown: 'Corner down',
      mouthPucker: 'Kiss',
      mouthFunnel: 'Rounded, as in “oh”',
      mouthClose: 'Lips shut over an open jaw',
      mouthLeft: 'To the figure’s left',
      mouthRight: 'To the figure’s right',
      mouthUpperUp: 'Upper lip up',
      mouthLowerDown: 'Lower lip down',
      mouthRollUpper: 'Upper lip rolled in',
      mouthRollLower: 'Lower lip rolled in',
      mouthShrugUpper: 'Upper lip pushed up',
      mouthShrugLower: 'Lower lip pushed up',
      mouthPress: 'Lips pressed',
      mouthStretch: 'Stretched',
      mouthDimple: 'Corner drawn in',
    },
  ],
  [
    'Cheeks and nose',
    { cheekPuff: 'Cheeks puffed', cheekSquint: 'Cheek raised', noseSneer: 'Nose wrinkled' },
  ],
  ['Tongue', { tongueOut: 'Out' }],
]
const OTHERS = 'Others'

export type NamedBlendshape = {
  readonly name: string
  /** What it does; the name itself where nobody knows. */
  readonly plain: string
  /** Of a pair. */
  readonly side: 'left' | 'right' | null
}

const [WORDS, PLACES] = [new Map<string, string>(), new Map<string, number>()]
for (const [, names] of PARTS) {
  for (const [name, plain] of Object.entries(names)) {
    PLACES.set(name, PLACES.size)
    WORDS.set(name, plain)
  }
}

/** `eyeBlinkLeft` is the left one of a pair, `jawLeft` has a side of its own. */
function sidesOf(name: string): readonly [base: string, side: NamedBlendshape['side']] {
  if (WORDS.has(name)) return [name, null]
  const [, base = name, side] = /^(\w{1,60}?)(Left|Right)$/.exec(name) ?? []
  return WORDS.has(base) ? [base, side === 'Left' ? 'left' : 'right'] : [name, null]
}

function nameOf(name: string): NamedBlendshape {
  const [base, side] = sidesOf(name)
  return { name, plain: WORDS.get(base) ?? name, side }
}

/** Blendshapes by part of the face, those that show most first; no part is empty. */
export function groupBlendshapes(
  names: readonly string[],
): readonly (readonly [title: string, blendshapes: readonly NamedBlendshape[]])[] {
  const placeOf = (name: string) => PLACES.get(sidesOf(name)[0]) ?? PLACES.size
  const partOf = (name: string) =>
    PARTS.find(([, own]) => Object.hasOwn(own, sidesOf(name)[0]))?.[0] ?? OTHERS
  const sorted = [...names].sort((one, other) => placeOf(one) - placeOf(other))
  return [...PARTS.map(([title]) => title), OTHERS]
    .map((title) => [title, sorted.filter((name) => partOf(name) === title).map(nameOf)] as const)
    .filter(([, own]) => own.length > 0)
}
