import type { OrbitCamera } from '../figure/orbit-camera.js'
import { THREE_QUARTER, type View } from '../figure/views.js'
import { button, element } from './elements.js'

/** Radians per click. */
const TURN = Math.PI / 8
const ZOOM = 0.85
/** From where a side is seen, in radians around the figure from its front. */
const SIDES = {
  ...{ 'three-quarter': THREE_QUARTER, front: 0 },
  ...{ left: Math.PI / 2, right: -Math.PI / 2, back: Math.PI },
} as const
/** Less than the cosine of the angle from which a profile is seen. */
const BEHIND = -0.1
type Side = keyof typeof SIDES
/** As the picture is called for those who do not see it. */
const SIDE_WORDS: Readonly<Record<Side, string>> = {
  ...{ 'three-quarter': 'a little from the side', front: 'from the front', left: 'its left side' },
  ...{ right: 'its right side', back: 'from behind' },
}
const PART_WORDS: Readonly<Record<View, string>> = {
  ...{ whole: 'all of it', room: 'all of it', face: 'its face', mouth: 'its mouth', feet: 'its feet' },
}

export type Views = {
  /** Goes to the face, unless the camera is there; to its front if it was seen from behind. */
  lookAtFace(): void
  /** The same, but stays at the mouth, too. */
  lookAtMouth(): void
  /** In a small picture goes so near that lips can be read, else to the face. */
  lookAtSpeaker(): void
  /** What the key of a view does. */
  keyed(key: string): (() => void) | undefined
}

/** CSS pixels; in smaller pictures the lips of a whole face open by too few of them. */
const SMALL_PICTURE = { width: 480, height: 400 }

/**
 * The buttons that choose a view, turn and zoom; pressed is what is shown until the camera is moved. How much is shown and
 * from where are chosen apart, but a face is shown straight from the front, unless a side was chosen, and from behind it
 * goes there; the back of a head is seen by the side that is chosen then. A figure
 * that does not stand upright has neither face nor feet to go to.
 */
export function offerViews(orbit: OrbitCamera): Views {
  const parts: Readonly<Record<string, View>> = {
    ...{ 'fit-all': 'whole', 'fit-face': 'face', 'fit-mouth': 'mouth', 'fit-feet': 'feet' },
  }
  const picture = element('stage', HTMLElement)
  let part: View | null = 'whole'
  let side: Side | null = 'three-quarter'
  /** It was pressed, and did not come with a view. */
  let isChosen = false
  /** Also after the camera was moved from there. */
  let last: View = 'whole'
  const show = () => {
    for (const [id, own] of Object.entries(parts)) press(id, own === part)
    for (const own of Object.keys(SIDES)) press(`side-${own}`, own === side)
    const words = [part === null ? '' : PART_WORDS[part], side === null ? '' : SIDE_WORDS[side]]
    picture.setAttribute('aria-label', ['The model', ...words.filter((word) => word !== '')].join(', '))
  }
  orbit.onView((view) => {
    part = view
    last = view ?? last
    isChosen = false
    if (view === null) side = null
    else side = view === 'face' || view === 'mouth' ? 'front' : 'three-quarter'
    show()
  })
  const goTo = (view: View) => {
    const isOfFace = view === 'face' || view === 'mouth'
    if (isOfFace && Math.cos(orbit.azimuth()) < BEHIND) return orbit.show(view)
    if (side === 'three-quarter' && !isChosen) return orbit.show(view)
    const [kept, wasChosen] = [side, isChosen]
    orbit.show(view, kept === null ? orbit.azimuth() : SIDES[kept])
    side = kept
    isChosen = wasChosen
    show()
  }
  const turnTo = (to: Side) => {
    const kept = part
    orbit.turnTo(SIDES[to])
    part = kept
    side = to
    isChosen = true
    show()
  }
  const actions: Readonly<Record<string, () => void>> = {
    'turn-left': () => orbit.turn(TURN, 0),
    'turn-right': () => orbit.turn(-TURN, 0),
    'zoom-in': () => orbit.zoom(ZOOM),
    'zoom-out': () => orbit.zoom(1 / ZOOM),
  }
  for (const [id, act] of Object.entries(actions)) button(id).addEventListener('click', act)
  for (const [id, own] of Object.entries(parts)) button(id).addEventListener('click', () => goTo(own))
  for (const own of Object.keys(SIDES) as Side[])
    button(`side-${own}`).addEventListener('click', () => turnTo(own))
  for (const id of ['fit-face', 'fit-feet']) button(id).hidden = !orbit.isUpright
  button('fit-mouth').hidden = !orbit.hasMouth
  show()
  return waysTo(orbit, { goTo, last: () => last, picture })
}

type Shown = {
  goTo(view: View): void
  last(): View
  readonly picture: HTMLElement
}

/** How else than by a button a view is come to. */
function waysTo(orbit: OrbitCamera, { goTo, last, picture }: Shown): Views {
  const lookAt = (view: View, alsoAt?: View) => {
    if (view === 'mouth' ? !orbit.hasMouth : !orbit.isUpright) return
    if (Math.cos(orbit.azimuth()) < BEHIND) orbit.show(view)
    else if (last() !== view && last() !== alsoAt) goTo(view)
  }
  return {
    lookAtFace: () => lookAt('face'),
    lookAtMouth: () => lookAt('face', 'mouth'),
    lookAtSpeaker() {
      const { width, height } = SMALL_PICTURE
      const isSmall = picture.clientWidth < width || picture.clientHeight < height
      if (orbit.hasMouth && isSmall) lookAt('mouth', 'face')
      else lookAt('face', 'mouth')
    },
    keyed(key) {
      if (key === 'f' && orbit.isUpright) return () => goTo('face')
      return key === 'm' && orbit.hasMouth ? () => goTo('mouth') : undefined
    },
  }
}

const press = (id: string, isPressed: boolean): void =>
  button(id).setAttribute('aria-pressed', String(isPressed))
