const wordsOf = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '))

export const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the'])

/** A text without any of these is hardly English. */
export const ENGLISH: ReadonlySet<string> = wordsOf(
  'a an the with and of has have is are wearing wears holding carrying her his',
)

/** What a text needs to be one, and says nothing about a figure; and what every figure has. */
export const SILENT: ReadonlySet<string> = wordsOf(
  '. a an the this that these those some any each every both one two three several many few all another other others own such same',
  'i you he she it we they him her his hers its their them himself herself itself who whom whose which what there here',
  'and or but nor so yet if than then as like of on in at over under for from to by with without about around behind beside near',
  'between through into onto upon across against along above below before after during within toward towards off out up down',
  'is are was were be been being am has have had having do does did can could will would may might must should',
  'wears wearing wear wore holds holding hold held carries carrying carry carried keeps keeping looks looking look seems appears',
  'always never often usually sometimes still just only also too very quite rather really slightly somewhat almost nearly mostly',
  'not no none more most less least much lot bit pair set kind sort type thing things made full ready plus smoking playing',
  'face head body person figure appearance style expression air way eye eyes nose mouth chin lips forehead neck cheek cheeks',
  'shoulder shoulders chest hand hands arm arms leg legs foot feet skin hair brow brows clothes clothing outfit attire dressed',
  'name age year years colour colours color colors shade tone side sides front back size height build shape character feature features',
)
