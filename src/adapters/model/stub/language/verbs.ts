import { MORE_VERBS } from './more-verbs.js'

/** Verbs that people use when they tell who they are and what they do. */
const VERBS =
  `sneeze cough yawn giggle grin frown stutter stammer boast brag gossip haggle bargain commute skate surf ski hike jog cycle tutor babysit
sculpt wrestle accept admire advise agree allow answer appear apologise arrive ask assist attend avoid bake bear beat become
beg begin believe belong bite bless blow boil borrow bow break breathe breed brew bring build burn buy call care carry
carve catch cause celebrate change charge chase check choose claim clean climb close coach collect come command compose
conduct confuse contain cook correct cost count cover crash create cross cry cure curse cut dance dare deal decide deliver
demand deny depend describe deserve design despise destroy detest develop die dig discover dislike distrust divorce do draw
dream dress drink drive drop dry earn eat employ end enjoy enter escape examine exist expect explain explore fail faint
fall farm fear feed feel fight fill find finish fit fix flee fly fold follow forbid forge forget forgive freeze gamble
gather get give go govern grind grow guard guess guide hang happen harvest hate have heal hear help herd hide hire hit
hold honour hope host hum hunt hurt ignore imagine inherit insist invent invite join joke judge juggle jump keep kill kiss
knit know lack last laugh launch lead lean learn leave lecture lend let lie lift like limp listen live loathe lock look
lose love maintain make manage marry master match measure meet melt mend mind mine miss mix move mumble need negotiate
notice obey observe occupy offer open operate order organise overhear owe own paint pass pay perform pick plan plant play
polish possess practise pray predict prefer prepare preserve pretend prevent print produce program promise protect prove
publish pull punish push put quit raise reach read rebuild receive recite recognise recommend record refuse regret reject
remain remember remove rent repair replace rescue resent respect rest restore retire return reveal ride ring rise roam
rob row rule run sail save say scare search see seek seem sell send serve set settle sew shake share sharpen shine ship
shoot shout show shut sing sink sit sketch sleep smell smile smoke smuggle snore solve sort speak specialise spend spy
stand stare start stay steal stop store strike struggle study suffer supply support survive suspect swallow swear sweep
swim take talk taste teach tell tend thank think threaten throw tie touch trade train translate transport trap travel
treat trust try tune turn understand use visit volunteer wait wake walk wander want warn wash waste watch wear weave weigh
whisper whistle whittle win wish witness wonder work worry worship write yell
add amuse announce apply approve arrange assemble attach bark bathe behave bleed blink bother brush bully bury calm capture cease
cheat chew collapse combine complain conceal confess connect conquer consider contact convince crawl creak croak cuddle decorate
defeat defend define delay descend disagree disappear disappoint drag drift drown earn edit educate emigrate encourage endure enlarge
entertain envy erase estimate evolve exaggerate exchange excuse exercise expand export fade fetch flatter float flood frighten gasp gather
glow graduate haunt heat hesitate hover import impress include increase inform inspect inspire install insult insure intend
interrupt introduce investigate invest irritate kneel knock land lure memorise milk miscalculate mock mourn multiply navigate obtain
occur offend operate oppose outlive overcome overtake persuade pour praise preach prescribe pursue quarrel react realise
rebel recall recover reduce refer reform relax rely remind renovate repeat replace report represent reserve resign resist
restrict retell reuse rinse roar rot scatter scold scratch scream screech scrub seduce separate shave shiver shrink simplify sip
slide slip sniff soak sow speculate spill spin splash spoil sprint squeeze stab starve stir strengthen stretch stroke
subtract succeed suggest suit surround swap swing tame tease tempt tickle tolerate torture toss translate tremble trick
trim twist unite unlock unpack upset vanish vary vote vow wail wipe wobble wrap yearn spit stock rattle peel rub polish dye knock hammer ${MORE_VERBS}`.split(
    /\s+/,
  )

/** Base form, past, and the participle where it differs. */
const IRREGULAR =
  `be was been|be were|bear bore born|beat beat beaten|become became become|begin began begun|bite bit bitten|
blow blew blown|break broke broken|breed bred|bring brought|build built|burn burnt|buy bought|catch caught|choose chose
chosen|come came come|cost cost|cut cut|deal dealt|dig dug|do did done|draw drew drawn|dream dreamt|drink drank drunk|drive drove
driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled|fly flew flown|forbid forbade
forbidden|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone|
grind ground|grow grew grown|hang hung|have had|hear heard|hide hid hidden|hit hit|hold held|hurt hurt|keep kept|know knew
known|lead led|learn learnt|leave left|lend lent|let let|lie lay lain|lose lost|make made|meet met|overhear overheard|pay
paid|put put|quit quit|read read|rebuild rebuilt|ride rode ridden|ring rang rung|rise rose risen|run ran run|say said|see
saw seen|seek sought|sell sold|send sent|set set|sew sewed sewn|shake shook shaken|shine shone|shoot shot|show showed shown|
shut shut|sing sang sung|sink sank sunk|sit sat|sleep slept|speak spoke spoken|spend spent|stand stood|steal stole stolen|
strike struck|bleed bled|bind bound|kneel knelt|overcome overcame overcome|overtake overtook overtaken|slide slid|spin spun|sow sowed sown|swing swung|shrink shrank shrunk|swear swore sworn|sweep swept|swim swam swum|take took taken|teach taught|tell told|think thought|throw threw
thrown|understand understood|wake woke woken|wear wore worn|weave wove woven|win won|write wrote written`
    .split('|')
    .map((row) => row.trim().split(/\s+/))

/** Those without a regular form: "seed" is no form of "see". */
const STRONG: ReadonlySet<string> = new Set(
  IRREGULAR.filter(([base = '', past = '']) => !past.endsWith('t') || base.endsWith('t')).map(
    ([base = '']) => base,
  ),
)

const AUXILIARIES = new Set(
  `is are was were am be been has have had does do did can could will would may might must shall should cannot isn't
aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't can't couldn't won't wouldn't mustn't shouldn't`.split(
    /\s+/,
  ),
)

const BASES: ReadonlySet<string> = new Set(VERBS)

/** The form after he, she or it. */
export function thirdPersonOf(verb: string): string {
  if (verb === 'be') return 'is'
  if (verb === 'have') return 'has'
  if (/(?:s|x|z|ch|sh|o)$/.test(verb)) return `${verb}es`
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`
}

function regularPastOf(verb: string): string[] {
  if (verb.endsWith('e')) return [`${verb}d`]
  if (/[^aeiou]y$/.test(verb)) return [`${verb.slice(0, -1)}ied`]
  const last = verb.at(-1) ?? ''
  return /[^aeiou][aeiou][^aeiouwxy]$/.test(verb) ? [`${verb}${last}ed`, `${verb}ed`] : [`${verb}ed`]
}

const THIRD_PERSON: ReadonlyMap<string, string> = new Map([
  ...VERBS.map((verb) => [thirdPersonOf(verb), verb] as const),
  ['is', 'am'],
  ["isn't", 'am not'],
  ["doesn't", "don't"],
  ["hasn't", "haven't"],
])
const PAST_FORMS: ReadonlyMap<string, string> = new Map([
  ...VERBS.filter((verb) => !STRONG.has(verb)).flatMap((verb) =>
    regularPastOf(verb).map((past) => [past, verb] as const),
  ),
  ...IRREGULAR.flatMap(([base = '', ...forms]) => forms.map((form) => [form, base] as const)),
  ['founded', 'establish'],
])

const PAST_OF: ReadonlyMap<string, string> = new Map(
  IRREGULAR.flatMap(([base = '', past]) => (past === undefined ? [] : [[base, past] as const])),
)

/** "learn" is "learned" in the past. */
export const pastOf = (verb: string): string =>
  (verb === 'learn' ? 'learned' : PAST_OF.get(verb)) ?? regularPastOf(verb)[0] ?? verb

/** "keeps" is "keep" after I; undefined for what is no verb in the third person. */
export const firstPersonOf = (word: string): string | undefined =>
  THIRD_PERSON.get(word) ?? again(word, (bare) => THIRD_PERSON.get(bare))

/** "recharges" is "charges" once more. */
function again(word: string, formOf: (bare: string) => string | undefined): string | undefined {
  const [, prefix = '', bare = ''] = /^(re-?)(\p{L}{4,})$/u.exec(word) ?? []
  const form = bare === '' ? undefined : formOf(bare)
  return form === undefined || AUXILIARIES.has(bare) ? undefined : `${prefix}${form}`
}

/** The base form of a past or a participle, also an irregular one. */
export const baseOfPast = (word: string): string | undefined =>
  PAST_FORMS.get(word) ?? again(word, (bare) => PAST_FORMS.get(bare))

export const isAuxiliary = (word: string): boolean => AUXILIARIES.has(word)

/** A word that a clause can have for its verb. "keep" is one only after a subject that is not he, she or it. */
export const isFiniteVerb = (word: string): boolean =>
  AUXILIARIES.has(word) || firstPersonOf(word) !== undefined || baseOfPast(word) !== undefined

export const isBaseVerb = (word: string): boolean =>
  BASES.has(word) || again(word, (bare) => (BASES.has(bare) ? bare : undefined)) !== undefined

const DOUBLED = /([^aeiou])\1$/

/** The base form of any form of a verb that is known; undefined for other words. */
export function baseOfVerb(word: string): string | undefined {
  if (isBaseVerb(word)) return word
  const third = firstPersonOf(word)
  if (third !== undefined && isBaseVerb(third)) return third
  const past = baseOfPast(word)
  if (past !== undefined) return past
  if (/^(?:ly|dy|ty)ing$/.test(word)) return `${word.charAt(0)}ie`
  if (!word.endsWith('ing') || word.length < 5) return undefined
  const bare = word.slice(0, -3)
  return [bare, `${bare}e`, bare.replace(DOUBLED, '$1')].find(isBaseVerb)
}
