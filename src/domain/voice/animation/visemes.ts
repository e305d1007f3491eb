/** The standard face-tracking set (docs/wire-protocol.md, Animation). */
export const BLENDSHAPES = [
  ...bothSides('eyeBlink', 'eyeLookDown', 'eyeLookIn', 'eyeLookOut', 'eyeLookUp', 'eyeSquint', 'eyeWide'),
  ...(['jawForward', 'jawLeft', 'jawRight', 'jawOpen'] as const),
  ...(['mouthClose', 'mouthFunnel', 'mouthPucker', 'mouthLeft', 'mouthRight'] as const),
  ...bothSides('mouthSmile', 'mouthFrown', 'mouthDimple', 'mouthStretch'),
  ...(['mouthRollLower', 'mouthRollUpper', 'mouthShrugLower', 'mouthShrugUpper'] as const),
  ...bothSides('mouthPress', 'mouthLowerDown', 'mouthUpperUp', 'browDown'),
  'browInnerUp',
  ...bothSides('browOuterUp'),
  'cheekPuff',
  ...bothSides('cheekSquint', 'noseSneer'),
  'tongueOut',
] as const

export type Blendshape = (typeof BLENDSHAPES)[number]

/** A face: weights from 0 to 1; what is not listed is 0. */
export type Face = Readonly<Partial<Record<Blendshape, number>>>

/** A face with all 52 weights: clients interpolate between two frames, where a missing name would be no number. */
export type WholeFace = Readonly<Record<Blendshape, number>>

export const wholeFace = (face: Face): WholeFace =>
  // The type of the keys is lost in fromEntries.
  Object.fromEntries(BLENDSHAPES.map((name) => [name, face[name] ?? 0])) as WholeFace

/** The same weight left and right. */
export function both<const Name extends string>(name: Name, weight: number) {
  return { [`${name}Left`]: weight, [`${name}Right`]: weight } as Record<`${Name}${'Left' | 'Right'}`, number>
}

function bothSides<const Names extends readonly string[]>(...names: Names) {
  // The type of a template over a union is lost in flatMap.
  return names.flatMap((name) => [`${name}Left`, `${name}Right`]) as `${Names[number]}${'Left' | 'Right'}`[]
}

/** The viseme of each group of phonemes; ARPAbet names. */
const GROUPS: readonly (readonly [sounds: string, face: Face])[] = [
  ['SIL', {}],
  ['P B M', { mouthRollLower: 0.45, mouthRollUpper: 0.3 }],
  ['F V', { mouthRollLower: 0.6, jawOpen: 0.06 }],
  ['TH DH', { tongueOut: 0.35, jawOpen: 0.14 }],
  ['T D N L', { jawOpen: 0.12, mouthShrugUpper: 0.15 }],
  ['K G NX', { jawOpen: 0.18 }],
  ['S Z', { jawOpen: 0.05, ...both('mouthStretch', 0.25) }],
  ['SH ZH CH JH', { jawOpen: 0.1, mouthFunnel: 0.5, mouthPucker: 0.2 }],
  ['R ER', { jawOpen: 0.14, mouthFunnel: 0.3, mouthPucker: 0.25 }],
  ['HH', { jawOpen: 0.25 }],
  ['AA', { jawOpen: 0.7 }],
  ['AE', { jawOpen: 0.55 }],
  ['AH AX', { jawOpen: 0.4 }],
  ['EH', { jawOpen: 0.4, ...both('mouthSmile', 0.12) }],
  ['IH', { jawOpen: 0.22, ...both('mouthSmile', 0.25) }],
  ['IY Y', { jawOpen: 0.14, ...both('mouthSmile', 0.45) }],
  ['AO', { jawOpen: 0.5, mouthFunnel: 0.4 }],
  ['OW', { jawOpen: 0.35, mouthFunnel: 0.45, mouthPucker: 0.2 }],
  ['UH', { jawOpen: 0.22, mouthPucker: 0.4, mouthFunnel: 0.15 }],
  ['UW W', { jawOpen: 0.12, mouthPucker: 0.7, mouthFunnel: 0.2 }],
]

/** Diphthongs as the two phonemes between which they move. */
const MOVING: Readonly<Record<string, readonly [string, string]>> = {
  EY: ['EH', 'IY'],
  AY: ['AA', 'IY'],
  OY: ['AO', 'IY'],
  AW: ['AA', 'UW'],
  OW: ['OW', 'UW'],
}

const FACES: ReadonlyMap<string, Face> = new Map(
  GROUPS.flatMap(([sounds, face]) => sounds.split(' ').map((sound) => [sound, face] as const)),
)

/** Whether the lips meet for it. */
export const isClosure = (phoneme: string): boolean => 'P B M'.split(' ').includes(phoneme)

/** The one or two visemes of a phoneme; an unknown one keeps the mouth still. */
export function facesOf(phoneme: string): readonly Face[] {
  return (MOVING[phoneme] ?? [phoneme]).map((sound) => FACES.get(sound) ?? {})
}
