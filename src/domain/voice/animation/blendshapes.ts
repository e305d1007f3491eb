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
