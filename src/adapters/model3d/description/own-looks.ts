import type { Mentions } from './mentions.js'
import type { Traits } from './traits.js'

/** What a word about a thing says, and when a figure has it of itself. */
type OwnLook = readonly [
  about: readonly string[],
  things: readonly string[],
  has: (traits: Traits) => boolean,
]

const ORANGE = ['orange', 'yellow']

const OWN_LOOKS: readonly OwnLook[] = [
  [['round'], ['glasses', 'spectacles'], ({ wears }) => wears.glasses !== undefined],
  [['round'], ['helmet'], ({ hat }) => hat?.kind === 'dome'],
  [['space'], ['suit'], ({ top }) => top.kind === 'spacesuit'],
  [['chest'], ['panel'], ({ top }) => top.kind === 'spacesuit'],
  [['young'], ['child', 'boy', 'girl', 'kid'], ({ figure }) => figure.heads < 3],
  [['wide', 'broad', 'brimmed'], ['hat'], ({ hat }) => hat?.kind === 'wide'],
  [['woollen', 'wool', 'knitted', 'woolly'], ['beanie', 'hat'], ({ hat }) => hat?.kind === 'beanie'],
  [['short', 'trimmed'], ['beard'], ({ beard }) => beard?.style === 'short'],
  [['rosy', 'pink', 'red'], ['cheeks'], ({ being, creature }) => being !== 'robot' && creature === null],
  [['glowing', 'lit'], ['eyes'], ({ being }) => being === 'robot'],
  [['boxy', 'square'], ['robot', 'head'], ({ being }) => being === 'robot'],
  [['wavy'], ['hem'], ({ being }) => being === 'ghost'],
  [['floppy', 'hanging'], ['ears'], ({ creature }) => creature?.ears === 'floppy'],
  [['long'], ['ears'], ({ creature }) => creature?.ears === 'long'],
  [['ear'], ['tufts'], ({ creature }) => creature?.ears === 'tufts'],
  [['pointed', 'pointy'], ['ears'], ({ creature, being }) => creature?.ears === 'pointed' || being === 'elf'],
  [['hooked', 'curved'], ['beak', 'bill'], ({ creature }) => creature?.snout === 'hook'],
  [['spiked', 'spiky'], ['tail'], ({ creature }) => creature?.tail === 'spiked'],
  [['bat'], ['wings'], ({ being, creature }) => being === 'dragon' && creature?.wings === true],
  [['pink'], ['nose'], ({ creature }) => creature?.snout === 'short'],
  [['pale', 'light'], ['belly', 'chest', 'tummy'], ({ creature }) => creature !== null],
  [ORANGE, ['feet', 'legs'], ({ being }) => being === 'bird'],
]

/** Asks for what a figure has of itself, so that it counts as understood where the text says it. */
export function askForOwnLooks(text: Mentions, traits: Traits): void {
  for (const [about, things, has] of OWN_LOOKS) if (has(traits)) text.isDescribedAs(about, things)
  if (traits.being === 'bird' && traits.creature?.ears === 'none') text.has('crest')
  if (traits.being === 'ghost') text.has('hem')
  if (traits.creature?.ears === 'tufts') text.has('tufts')
}
