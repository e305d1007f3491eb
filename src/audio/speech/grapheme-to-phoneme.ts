import { cardinal, digits } from './reading/number-words.js'
import { SIGNS } from './reading/sign-words.js'

/** Returns the phonemes of a word or number in ARPAbet without stress. */
export type GraphemeToPhoneme = (word: string) => string[]

/** English pronunciation from a lexicon and letter-to-sound rules. Words without Latin letters, digits or known signs are silent. */
export function createGraphemeToPhoneme(): GraphemeToPhoneme {
  const rules = compileRules()
  const lexicon = loadPronunciationLexicon()
  const cache = new Map<string, string[]>()
  return (word) => {
    const sounds =
      cache.get(word) ?? spellOut(word).flatMap((part) => lexicon.get(part) ?? applyRules(rules, part))
    if (cache.size < MAX_CACHED_WORDS) cache.set(word, sounds)
    return sounds
  }
}

/** More than the vocabulary of a conversation; random words cannot fill the memory. */
const MAX_CACHED_WORDS = 5000

type Rule = { readonly pattern: RegExp; readonly length: number; readonly sounds: readonly string[] }
type Rules = ReadonlyMap<string, readonly Rule[]>

/** Regular expressions of the context symbols. Repetitions are bounded to keep matching linear in the word's length. */
const CONTEXT: Readonly<Record<string, string>> = {
  '#': '[AEIOUY]{1,12}',
  ':': "[^AEIOUY ']{0,12}",
  '^': "[^AEIOUY ']",
  '.': '[BDVGJLMNRWZ]',
  '%': '(?:ER|ELY|ED|ES|E|ING)',
  '+': '[EIY]',
  '&': '(?:CH|SH|[SCGZXJ])',
  '@': '(?:TH|CH|SH|[TSRDLZNJ])',
}

function compileRules(): Rules {
  return new Map(
    Object.entries(LETTER_TO_SOUND_RULES).map(([letter, rules]) => [letter, rules.split('|').map(compile)]),
  )
}

function compile(rule: string): Rule {
  const [, left = '', letters = '', right = '', sounds = ''] =
    /^([^[]*)\[([^\]]*)\]([^=]*)=(.*)$/s.exec(rule.replace(/\n\s*/g, '')) ?? []
  const context = (text: string) => text.replace(/[#:^.%+&@]/g, (symbol) => CONTEXT[symbol] ?? symbol)
  return {
    pattern: new RegExp(`(?<=${context(left)})${letters}(?=${context(right)})`, 'y'),
    length: letters.length,
    sounds: sounds.trim() === '' ? [] : sounds.trim().split(' '),
  }
}

function applyRules(rules: Rules, word: string): string[] {
  const text = ` ${word.toUpperCase()} `
  const sounds: string[] = []
  for (let at = 1; at < text.length - 1; ) {
    const rule = rules.get(text.charAt(at))?.find(({ pattern }) => matchesAt(pattern, text, at))
    sounds.push(...(rule?.sounds ?? []))
    at += rule?.length ?? 1
  }
  return sounds
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

/** Normalises to lower-case words: writes numbers and signs out, drops accents, spells abbreviations in capitals. */
function spellOut(word: string): string[] {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'")
  const parts = plain.match(/\d+|[A-Za-z]+(?:'[A-Za-z]+)*|[&%@+=#$€£]/g) ?? []
  return parts.flatMap((part) => {
    if (/^\d/.test(part)) return numberWords(part)
    if (/^[B-DF-HJ-NP-TV-XZ]{2,5}$/.test(part)) return [...part].map((letter) => letter.toLowerCase())
    return SIGNS[part] ?? part.toLowerCase()
  })
}

const MAX_DIGITS = 9

/** Figures in words; one by one when there are more than nine, or zeros lead. */
const numberWords = (figures: string): string[] =>
  figures.length > MAX_DIGITS || (figures.startsWith('0') && figures.length > 1)
    ? digits(figures)
    : cardinal(Number(figures))

/**
 * Letter-to-sound rules of the Naval Research Laboratory (Elovitz, Johnson, McHugh, Shore: Report 7948, 1976; a work of
 * the US government, public), as `left[letters]right=sounds`, first match wins. Sounds are ARPAbet. In contexts:
 * space: edge of the word; # vowels, one or more; : consonants, any number; ^ one consonant; . one voiced consonant;
 * % one of ER E ES ED ING ELY; + one of E I Y; & one of S C G Z X J CH SH; @ one of T S R D L Z N J TH CH SH.
 */
const LETTER_TO_SOUND_RULES: Readonly<Record<string, string>> = {
  "'": ".['S]=Z|#:.E['S]=Z|#['S]=Z|[']=",
  A: `[A] =AX| [ARE] =AA R| [AR]O=AX R|[AR]#=EH R|^[AS]#=EY S|[A]WA=AX|[AW]=AO| :[ANY]=EH N IY|[A]^+#=EY
    |#:[ALLY]=AX L IY| [AL]#=AX L|[AGAIN]=AX G EH N|#:[AG]E=IH JH|[A]^+:#=AE| :[A]^+ =EY|[A]^%=EY
    | [ARR]=AX R|[ARR]=AE R| :[AR] =AA R|[AR] =ER|[AR]=AA R|[AIR]=EH R|[AI]=EY|[AY]=EY|[AU]=AO|#:[AL] =AX L
    |#:[ALS] =AX L Z|[ALK]=AO K|[AL]^=AO L| :[ABLE]=EY B AX L|[ABLE]=AX B AX L|[ANG]+=EY N JH|[A]=AE`,
  B: ' [BE]^#=B IH|[BEING]=B IY IH NX| [BOTH] =B OW TH| [BUS]#=B IH Z|[BUIL]=B IH L|[B]B=|[B]=B',
  C: ` [CH]^=K|^E[CH]=K|[CH]=CH| S[CI]#=S AY|[CI]A=SH|[CI]O=SH|[CI]EN=SH|[CC]+=K S|[C]C=|[C]+=S|[CK]=K
    |[COM]%=K AH M|[C]=K`,
  D: `#:[DED] =D IH D|.E[D] =D|#:^E[D] =T| [DE]^#=D IH| [DO] =D UW| [DOES]=D AH Z
    | [DOING]=D UW IH NX| [DOW]=D AW|[DU]A=JH UW|[D]D=|[D]=D`,
  E: `#:[E] =|':^[E] =| :[E] =IY|#[ED] =D|#:[E]D =|[EV]ER=EH V|[E]^%=IY|[ERI]#=IY R IY|[ERI]=EH R IH
    |#:[ER]#=ER|[ER]#=EH R|[ER]=ER| [EVEN]=IY V EH N|#:[E]W=|@[EW]=UW|[EW]=Y UW|[E]O=IY|#:&[ES] =IH Z
    |#:[E]S =|#:[ELY] =L IY|#:[EMENT]=M EH N T|[EFUL]=F UH L|[EE]=IY|[EARN]=ER N| [EAR]^=ER|[EAD]=EH D
    |#:[EA] =IY AX|[EA]SU=EH|[EA]=IY|[EIGH]=EY|[EI]=IY| [EYE]=AY|[EY]=IY|[EU]=Y UW|[E]=EH`,
  F: '[FUL]=F UH L|[F]F=|[F]=F',
  G: `[GIV]=G IH V| [G]I^=G|[GE]T=G EH|SU[GGES]=G JH EH S|[GG]=G| B#[G]=G|[G]+=JH|[GREAT]=G R EY T|#[GH]=
    | [G]N=|[G]=G`,
  H: ' [HAV]=HH AE V| [HERE]=HH IY R| [HOUR]=AW ER|[HOW]=HH AW|[H]#=HH|[H]=',
  I: ` [IN]=IH N| [I] =AY|[IN]D=AY N|[IER]=IY ER|#:R[IED]=IY D|[IED] =AY D|[IEN]=IY EH N|[IE]T=AY EH
    | :[I]%=AY|[I]%=IY|[IE]=IY|[I]^+:#=IH|[IR]#=AY R|[IZ]%=AY Z|[IS]%=AY Z|[I]D%=AY|+^[I]^+=IH|[I]T%=AY
    |#:^[I]^+=IH|[I]^+=AY|[IR]=ER|[IGH]=AY|[ILD]=AY L D|[IGN] =AY N|[IGN]^=AY N|[IGN]%=AY N|[IQUE]=IY K
    |[I]=IH`,
  J: '[J]=JH',
  K: ' [K]N=|[K]K=|[K]=K',
  L: '[LO]C#=L OW|L[L]=|#:^[L]%=AX L|[LEAD]=L IY D|[L]=L',
  M: '[MOV]=M UW V|[M]M=|[M]=M',
  N: `E[NG]+=N JH|[NG]R=NX G|[NG]#=NX G|[NGL]%=NX G AX L|[NG]=NX|[NK]=NX K| [NOW] =N AW|[N]N=|[N]=N`,
  O: `[OF] =AX V|[OROUGH]=ER OW|#:[OR] =ER|#:[ORS] =ER Z|[OR]=AO R| [ONE]=W AH N|[OW]=OW| [OVER]=OW V ER
    |[OV]=AH V|[O]^%=OW|[O]^EN=OW|[O]^I#=OW|[OL]D=OW L|[OUGHT]=AO T|[OUGH]=AH F| [OU]=AW|H[OU]S#=AW
    |[OUS]=AX S|[OUR]=AO R|[OULD]=UH D|^[OU]^L=AH|[OUP]=UW P|[OU]=AW|[OY]=OY|[OING]=OW IH NX|[OI]=OY
    |[OOR]=AO R|[OOK]=UH K|[OOD]=UH D|[OO]=UW|[O]E=OW|[O] =OW|[OA]=OW| [ONLY]=OW N L IY| [ONCE]=W AH N S
    |[ON'T]=OW N T|C[O]N=AA|[O]NG=AO| :^[O]N=AH|I[ON]=AX N|#:[ON] =AX N|#^[ON]=AX N|[O]ST =OW|[OF]^=AO F
    |[OTHER]=AH DH ER|[OSS] =AO S|#:^[OM]=AH M|[O]=AA`,
  P: '[PH]=F|[PEOP]=P IY P|[POW]=P AW|[PUT] =P UH T|[P]P=|[P]=P',
  Q: '[QUAR]=K W AO R|[QU]=K W|[Q]=K',
  R: ' [RE]^#=R IY|[R]R=|[R]=R',
  S: `[SH]=SH|#[SION]=ZH AX N|[SOME]=S AH M|#[SUR]#=ZH ER|[SUR]#=SH ER|#[SU]#=ZH UW|#[SSU]#=SH UW|#[SED] =Z D
    |#[S]#=Z|[SAID]=S EH D|^[SION]=SH AX N|[S]S=|.[S] =Z|#:.E[S] =Z|#:^##[S] =Z|#:^#[S] =S|U[S] =S
    | :#[S] =Z| [SCH]=S K|[S]C+=|#[SM]=Z AX M|#[SN]'=Z AX N|[S]=S`,
  T: ` [THE] =DH AX|[TO] =T UW|[THAT] =DH AE T| [THIS] =DH IH S| [THEY]=DH EY| [THERE]=DH EH R|[THER]=DH ER
    |[THEIR]=DH EH R| [THAN] =DH AE N| [THEM] =DH EH M|[THESE] =DH IY Z| [THEN]=DH EH N|[THROUGH]=TH R UW
    |[THOSE]=DH OW Z|[THOUGH] =DH OW| [THUS]=DH AH S|[TH]=TH|#:[TED] =T IH D|S[TI]#N=CH|[TI]O=SH|[TI]A=SH
    |[TIEN]=SH AX N|[TUR]#=CH ER|[TU]A=CH UW| [TWO]=T UW|[TCH]=CH|[T]T=|[T]=T`,
  U: ` [UN]I=Y UW N| [UN]=AH N| [UPON]=AX P AO N|@[UR]#=UH R|[UR]#=Y UH R|[UR]=ER|[U]^ =AH|[U]^^=AH|[UY]=AY
    | G[U]#=|G[U]%=|G[U]#=W|#N[U]=Y UW|@[U]=UW|[U]=Y UW`,
  V: '[VIEW]=V Y UW|[V]=V',
  W: ` [WERE]=W ER|[WA]S=W AA|[WA]T=W AA|[WHERE]=W EH R|[WHAT]=W AA T|[WHOL]=HH OW L|[WHO]=HH UW|[WH]=W
    |[WAR]=W AO R|[WOR]^=W ER|[WR]=R|[W]=W`,
  X: ' [X]=Z|[X]=K S',
  Y: `[YOUNG]=Y AH NX| [YOU]=Y UW| [YES]=Y EH S| [Y]=Y|#:^[Y] =IY|#:^[Y]I=IY| :[Y] =AY| :[Y]#=AY| :[Y]^+:#=IH
    | :[Y]^#=AY|[Y]=IH`,
  Z: '[Z]Z=|[Z]=Z',
}

/** Frequent words that the rules get wrong, and the names of letters: `word=sounds` in ARPAbet. */
const WORDS = `
  a=AX|about=AX B AW T|again=AX G EH N|ah=AA|oh=OW|hey=HH EY|am=AE M|an=AE N|and=AE N D|animal=AE N IH M AX L
  |another=AX N AH DH ER|answer=AE N S ER|any=EH N IY|are=AA R|as=AE Z|away=AX W EY|be=B IY
  |beautiful=B Y UW T IH F AX L|because=B IH K AO Z|been=B IH N|before=B IH F AO R|behind=B IH HH AY N D
  |body=B AA D IY|bread=B R EH D|brother=B R AH DH ER|busy=B IH Z IY|brown=B R AW N|buy=B AY|down=D AW N|flower=F L AW ER|town=T AW N|crown=K R AW N|allow=AX L AW|castle=K AE S AX L
  |character=K EH R IH K T ER|child=CH AY L D|children=CH IH L D R AX N|city=S IH T IY|color=K AH L ER
  |come=K AH M|comes=K AH M Z|coming=K AH M IH NX|could=K UH D|country=K AH N T R IY|course=K AO R S
  |dead=D EH D|do=D UW|does=D AH Z|doctor=D AA K T ER|done=D AH N|don't=D OW N T|door=D AO R
  |dr=D AA K T ER|early=ER L IY|earth=ER TH|eight=EY T|enough=IH N AH F|ever=EH V ER|every=EH V R IY
  |eyes=AY Z|family=F AE M AX L IY|father=F AA DH ER|favorite=F EY V R IH T|find=F AY N D|floor=F L AO R
  |four=F AO R|friend=F R EH N D|friends=F R EH N D Z|from=F R AH M|garden=G AA R D AX N|girl=G ER L
  |give=G IH V|go=G OW|gold=G OW L D|gone=G AO N|good=G UH D|great=G R EY T|half=HH AE F|has=HH AE Z
  |have=HH AE V|he=HH IY|head=HH EH D|hear=HH IY R|heard=HH ER D|heart=HH AA R T|heavy=HH EH V IY
  |hello=HH EH L OW|her=HH ER|here=HH IY R|his=HH IH Z|home=HH OW M|hour=AW ER|hundred=HH AH N D R AX D
  |i=AY|idea=AY D IY AX|important=IH M P AO R T AX N T|into=IH N T UW|iron=AY ER N|is=IH Z
  |island=AY L AX N D|king=K IH NX|kind=K AY N D|knew=N UW|know=N OW|language=L AE NX G W IH JH
  |laugh=L AE F|library=L AY B R EH R IY|listen=L IH S AX N|little=L IH T AX L|live=L IH V|lives=L IH V Z
  |living=L IH V IH NX|lose=L UW Z|love=L AH V|machine=M AX SH IY N|many=M EH N IY|maybe=M EY B IY|me=M IY
  |meet=M IY T|memory=M EH M ER IY|minute=M IH N IH T|money=M AH N IY|month=M AH N TH|more=M AO R
  |morning=M AO R N IH NX|most=M OW S T|mother=M AH DH ER|mountain=M AW N T AX N|mr=M IH S T ER
  |mrs=M IH S IH Z|music=M Y UW Z IH K|my=M AY|never=N EH V ER|no=N OW|nothing=N AH TH IH NX
  |ocean=OW SH AX N|of=AX V|off=AO F|old=OW L D|on=AA N|once=W AH N S|one=W AH N|only=OW N L IY
  |open=OW P AX N|other=AH DH ER|our=AW ER|over=OW V ER|people=P IY P AX L|person=P ER S AX N
  |please=P L IY Z|pretty=P R IH T IY|pull=P UH L|push=P UH SH|put=P UH T|question=K W EH S CH AX N
  |read=R IY D|ready=R EH D IY|really=R IY L IY|remember=R IH M EH M B ER|right=R AY T|river=R IH V ER
  |road=R OW D|said=S EH D|says=S EH Z|sea=S IY|second=S EH K AX N D|secret=S IY K R AX T
  |seven=S EH V AX N|she=SH IY|should=SH UH D|shoes=SH UW Z|show=SH OW|sky=S K AY|snow=S N OW|so=S OW
  |some=S AH M|someone=S AH M W AH N|something=S AH M TH IH NX|son=S AH N|soon=S UW N|sorry=S AA R IY
  |spoke=S P OW K|story=S T AO R IY|strange=S T R EY N JH|sugar=SH UH G ER|sure=SH UH R|sword=S AO R D
  |talk=T AO K|the=DH AX|their=DH EH R|there=DH EH R|they=DH EY|thousand=TH AW Z AX N D|through=TH R UW
  |to=T UW|today=T UH D EY|together=T AX G EH DH ER|tomorrow=T AX M AA R OW|tonight=T AX N AY T|too=T UW
  |tough=T AH F|travel=T R AE V AX L|two=T UW|under=AH N D ER|until=AX N T IH L|used=Y UW Z D
  |very=V EH R IY|village=V IH L IH JH|voice=V OY S|want=W AA N T|war=W AO R|was=W AA Z|watch=W AA CH
  |water=W AO T ER|we=W IY|wednesday=W EH N Z D EY|welcome=W EH L K AX M|were=W ER|what=W AH T
  |where=W EH R|who=HH UW|whole=HH OW L|whose=HH UW Z|wild=W AY L D|will=W IH L|woman=W UH M AX N
  |women=W IH M IH N|wonderful=W AH N D ER F AX L|word=W ER D|words=W ER D Z|work=W ER K|world=W ER L D
  |would=W UH D|write=R AY T|year=Y IY R|years=Y IY R Z|yes=Y EH S|yesterday=Y EH S T ER D EY|you=Y UW
  |young=Y AH NX|your=Y AO R|b=B IY|c=S IY|d=D IY|f=EH F|g=JH IY|h=EY CH|j=JH EY|k=K EY|l=EH L|m=EH M
  |n=EH N|p=P IY|q=K Y UW|r=AA R|s=EH S|t=T IY|v=V IY|w=D AH B AX L Y UW|x=EH K S|z=Z IY`

/** Phonemes by the word in lower case. */
function loadPronunciationLexicon(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    WORDS.split('|').map((entry) => {
      const [word = '', sounds = ''] = entry.trim().split('=')
      return [word, sounds.split(' ')]
    }),
  )
}
