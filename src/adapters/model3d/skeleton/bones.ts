/** Each bone and its parent. VRM humanoid names, capitalized as in Unity and Mixamo. */
export const BONES = [
  ['Hips', null],
  ['Spine', 'Hips'],
  ['Chest', 'Spine'],
  ['Neck', 'Chest'],
  ['Head', 'Neck'],
  ['LeftEye', 'Head'],
  ['RightEye', 'Head'],
  ['Jaw', 'Head'],
  ['LeftShoulder', 'Chest'],
  ['LeftUpperArm', 'LeftShoulder'],
  ['LeftLowerArm', 'LeftUpperArm'],
  ['LeftHand', 'LeftLowerArm'],
  ['RightShoulder', 'Chest'],
  ['RightUpperArm', 'RightShoulder'],
  ['RightLowerArm', 'RightUpperArm'],
  ['RightHand', 'RightLowerArm'],
  ['LeftUpperLeg', 'Hips'],
  ['LeftLowerLeg', 'LeftUpperLeg'],
  ['LeftFoot', 'LeftLowerLeg'],
  ['LeftToes', 'LeftFoot'],
  ['RightUpperLeg', 'Hips'],
  ['RightLowerLeg', 'RightUpperLeg'],
  ['RightFoot', 'RightLowerLeg'],
  ['RightToes', 'RightFoot'],
] as const

export type Bone = (typeof BONES)[number][0]
export type Side = 'Left' | 'Right'
export const SIDES: readonly Side[] = ['Left', 'Right']
