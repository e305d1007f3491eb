import { isQuestion, wordsOf } from '../language/text.js'

/** What a player does by saying something. */
export type Act =
  | (
      | 'greet'
      | 'how'
      | 'bye'
      | 'thanks'
      | 'met'
      | 'praise'
      | 'insult'
      | 'love'
      | 'sorry'
      | 'laugh'
      | 'nonsense'
    )
  | ('agree' | 'doubt' | 'joke' | 'story' | 'request' | 'question' | 'tell' | 'hush')

type Rule = readonly [Act, RegExp]

const INSULT_WORD =
  'idiot|moron|rude|cruel|disappointing|stupid|dumb|fool|ugly|useless|worthless|pathetic|loser|boring|liar|jerk|creep|trash|garbage|scrap|rubbish|bastard|bitch|asshole|arsehole|dick|crap|imbecile|scum|terrible|awful|horrible|disgusting|annoying|worst|waste of'

/** The particular before the general. */
const RULES: readonly Rule[] = [
  ['met', /^(?:nice|good|pleased|lovely|great|a pleasure|happy) to (?:meet|see|know) you\b/i],
  [
    'bye',
    /^(?:good ?bye|bye|bye-bye|farewell|fare (?:thee|you) well|adieu|godspeed|cya|ttyl|catch you later|have a (?:good|nice|great|lovely) (?:one|day|evening|night|weekend|time)|good ?night|see (?:you|ya)|so long|take care|cheerio|ciao|until (?:next time|tomorrow|later)|later)\b|\b(?:i (?:have|need|must|ought|should|got|'ve got) (?:to )?(?:go|leave|run)\b(?! to (?:the|a|my|school|work|hospital))|i (?:must|should) be (?:going|off)|i'm (?:off|leaving)|i am (?:off|leaving)|gotta (?:go|run)|talk to you (?:later|soon|tomorrow)|until (?:next time|tomorrow|later))\b/i,
  ],
  [
    'how',
    /\bhow (?:are|r) (?:you|u|ya|things)\b(?! (?:so|able|going to|planning|made|built))|\bhow(?:'s| is) it going\b|\bhow do you do\b|\bhow have you been\b|\bhow (?:do you feel|are you feeling)\b|\b(?:are you|you) (?:ok|okay|all right|alright|well)\s*\?|^what's up\b|\bhow(?:'s| is| was) your day\b/i,
  ],
  [
    'thanks',
    /^ta\b(?! da)|\b(?:thanks|thank you|thx|cheers|much obliged|many thanks|i'm grateful|i am grateful|much appreciated|i appreciate (?:it|that|this))\b/i,
  ],
  [
    'sorry',
    /^(?:(?:oh|that was rude|ok|okay|well|please)[,.]* )*(?:i'm |i am |i apologi[sz]e|so |very )*(?:sorry|apologies|forgive me|my apologies|pardon me|excuse me)\b(?! to hear)|\bi apologi[sz]e\b|^that was (?:rude|mean|unfair)\b/i,
  ],
  [
    'hush',
    /^(?:please )?(?:shut up|be quiet|stop (?:it|that|talking|saying)|leave me alone|go away|get lost|enough)\b|^shush\b/i,
  ],
  [
    'insult',
    new RegExp(
      `\\b(?:you(?:'re|r| are)?|your)\\b[^?]{0,40}\\b(?:${INSULT_WORD})\\b|\\bi (?:hate|despise|loathe|can't stand) (?:you|this character|talking to you)\\b|\\b(?:screw|damn|fuck|f\\*ck|to hell with) you\\b|\\byou (?:suck|stink|smell)\\b|^(?:idiot|moron|loser|liar|stupid)\\b`,
      'i',
    ),
  ],
  [
    'love',
    /\bi (?:really |truly |do )*(?:love|adore|like|fancy) you\b(?!r)|\b(?:marry me|will you marry|be my (?:girlfriend|boyfriend|wife|husband|valentine)|kiss me|hug me|do you love me|i miss(?:ed)? you)\b/i,
  ],
  [
    'praise',
    /(?<!\b(?:do|did|are|have|can|could|were|would|will) )\byou(?:'re| are| look| seem| sound| have| have got|'ve got) (?:so |really |very |truly |such |quite |just |the |a |an )*(?:\w+ ){0,2}?(?:amazing|awesome|great|wonderful|kind|nice|sweet|smart|clever|brilliant|beautiful|pretty|handsome|lovely|cool|cute|funny|the best|best|good|charming|wise|brave|gorgeous|adorable|fantastic|talented|impressive)\b|\b(?:your|this) \w+(?: \w+)? (?:is|are|looks?|sounds?|smells?|tastes?) (?:so |really |very |truly |such |quite |just |the |a )*(?:amazing|awesome|great|wonderful|beautiful|pretty|lovely|cool|cute|the best|best|delicious|brilliant|impressive|fantastic)\b|^(?:you rock\b|you rule\b|you're a (?:star|legend|gem|lifesaver)|you are a (?:star|legend|gem|lifesaver)|i'm impressed|i am impressed|well done|good job|great job|bravo|good work|impressive|wow,? (?:you|that's)|i (?:really )?(?:love|like|admire) your\b)/i,
  ],
  [
    'joke',
    /\b(?:tell|know|got|hear|give)\b.{0,16}\bjokes?\b|\bmake me laugh\b|^(?:another|one more) joke\b|\bsay something funny\b/i,
  ],
  ['story', /\b(?:tell|know|got)\b.{0,16}\b(?:story|tale|anecdote|stories)\b(?! of yourself)/i],
  [
    'laugh',
    /^(?:ha(?:ha)+|he(?:he)+|lol|lmao|rofl|hah|ha|xd|:\)|;\)|:d|that(?:'s| is| was) (?:so |very |really )?(?:funny|hilarious))\b/i,
  ],
  [
    'doubt',
    /^i (?:don't|do not|can't) believe (?:you|it|that|this)\s*[.!]*$|^(?:really|seriously|are you (?:sure|serious|kidding|joking|certain)|no way|is that (?:true|so|right)|you're (?:kidding|joking)|truly|honestly|for real)\s*[?!.]*$/i,
  ],
  [
    'agree',
    /^(?:ok|okay|yes|yeah|yep|sure|right|i see|alright|all right|fine|good|great|cool|nice|indeed|exactly|true|of course|no|nope|nah|maybe|perhaps|wow|oh|ah|hm+|aha|interesting|fair enough|got it|understood|i know|i agree|i think so|makes sense|no problem|wonderful|perfect|that(?:'s| is) (?:nice|good|great|interesting|cool|amazing|wonderful|sad|right|true|fine|funny|lovely|impressive))(?:[,.! ]+(?:ok|okay|yes|yeah|then|thanks|right|good|i see|nice|really|it is|indeed))*\s*[.!…]*$/i,
  ],
  [
    'greet',
    /^(?:hi|hello|hey|heya|hullo|hallo|hiya|howdy|g'day|sup|long time no see|top of the morning|yo|greetings|welcome|good (?:morning|day|afternoon|evening)|morning|evening|hail|ahoy|salutations)\b/i,
  ],
]

/** Reads one sentence of a player. */
export function actOf(sentence: string): Act {
  const text = sentence.slice(0, 300).replaceAll('’', "'").trim()
  const known = RULES.find(
    ([act, pattern]) => pattern.test(text) && !(act === 'insult' && MILD.test(text)),
  )?.[0]
  if (known !== undefined && !(known === 'thanks' && text.length > 60 && isQuestion(text))) return known
  if (isNonsense(text)) return 'nonsense'
  if (EXCLAIMS.test(text)) return 'tell'
  if (isQuestion(text) || ASKS.test(text)) return 'question'
  return REQUEST.test(text) ? 'request' : 'tell'
}

/** Words of an insult in a question that is none: "What was your worst year?" */
const MILD = /^(?:what|when|where|who|which)\b[^?]*\b(?:worst|boring|terrible|awful|horrible|annoying)\b/i

/** "What a lovely day" asks nothing. */
const EXCLAIMS =
  /^(?:oh |wow,? )?(?:what an? |how (?:nice|lovely|beautiful|sad|wonderful|awful|terrible|funny|sweet|kind|strange)\b(?! (?:is|are|was|were|do|does|did)\b))[^?]*$/i

const ASKS =
  /^(?:(?:and|so|but|well|ok|okay|oh|please|then|now)[, ]+)*(?:do|does|did|are|is|was|were|can|could|will|would|have|has|had|should|shall|may|any|got|fancy|tell me|describe|explain|what|who|where|when|why|how|which|whose|go on|continue|what about|how about|more|remind me|i (?:wonder|would like to know|want to know)|i'd like to know)\b/i
const REQUEST =
  /^(?:please |now |then |just |could you |can you |let's |let us |don't |do not |never |you (?:must|should|have to) )*(?:give|show|sing|dance|play|help|open|close|come|follow|take|bring|make|write|draw|say|repeat|read|cook|build|count|pretend|imagine|act|stop|start|wait|look|listen|wave|sit|stand|jump|run|walk|go|attack|fight|turn|light|teach|translate|ignore|forget|be|call|wish|recite|guess|let|let's|send|sell|buy|fetch|hurry|sleep|wake|kill|paint|shout|whisper|nod|smile|laugh|speak|talk)\b/i

const KEYS = /^(?:asdf|qwer|zxcv|hjkl|uiop|yxcv|jkl|fghj|dfgh|wasd)/i

/** No words of any language: keys that were hit, letters without a vowel, one sound again and again. */
function isNonsense(text: string): boolean {
  const words = wordsOf(text).slice(0, 40)
  if (words.length === 0) return true
  if (words.some((word) => KEYS.test(word))) return true
  const repeated = words.length > 2 && new Set(words).size === 1
  const unspeakable = words.filter(
    (word) => word.length > 3 && /^[a-z]+$/.test(word) && !/[aeiouy]/.test(word),
  ).length
  return repeated || unspeakable * 2 >= words.length
}

const SAD =
  /\b(?:died|dead|death|ill|sick|hurt|broke(?:n)?|lost|lonely|sad|cry(?:ing)?|cried|hospital|cancer|accident|funeral|divorced?|fired|unemployed|afraid|scared|worried|anxious|depressed|tired|exhausted|pain|ache|toothache|headache|stolen|robbed|failed|bad day|terrible|awful|miss(?:es|ed)? (?:my|him|her|them)|unhappy|stress(?:ed)?|injured|ran away|escaped|bullied|hungry|burnt|burned|haven't eaten|can't sleep|left me|grief|passed away)\b/i
const HAPPY =
  /\b(?:happy|glad|excited|married|engaged|getting married|wedding|won|passed (?:my|the|his|her)|promoted|promotion|born|birthday|pregnant|holiday|vacation|got (?:a|the) (?:job|place|house)|new (?:job|house|puppy|kitten|dog|baby)|finally|great news|good news|graduated|fell in love|in love|better now|recovered|celebrat\w+)\b/i
const NOT_SO = /\b(?:not|never|isn't|wasn't|aren't|don't|didn't|no longer) (?:\w+ )?$/i

/** Whether what the player tells is sad or happy for them. */
export function moodOf(text: string): 'sad' | 'happy' | 'even' {
  const sad = SAD.exec(text)
  if (sad !== null && !NOT_SO.test(text.slice(Math.max(0, sad.index - 24), sad.index))) return 'sad'
  const happy = HAPPY.exec(text)
  return happy !== null && !NOT_SO.test(text.slice(Math.max(0, happy.index - 24), happy.index))
    ? 'happy'
    : 'even'
}

const ADDRESSED = /^(?:(?:my|dear|old) )?\p{L}+(?: \p{Lu}\p{L}+)?[.!]?$/u

/** "Hello, what do you do?" is a greeting and a question. */
export function splitGreeting(sentence: string): string[] {
  const match =
    /^((?:hi|hello|hey|thanks|thank you|good (?:morning|day|afternoon|evening)|sorry)(?: there| again| a lot| very much| so much| \p{Lu}\p{L}+)?)[,!.;:–—-]+\s+(\S.*)$/iu.exec(
      sentence,
    )
  if (match === null) return [sentence]
  const [, greeting = '', rest = ''] = match
  // "Good morning, Professor."
  return ADDRESSED.test(rest) ? [greeting] : [greeting, rest]
}
