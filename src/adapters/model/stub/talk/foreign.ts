import type { Language } from '../language/detect-language.js'
import { lemmaOf } from '../language/lemma.js'
import { wordsOf } from '../language/text.js'
import type { Foreign } from './foreign-topics.js'
import type { Speaker } from './speaker.js'

type Topic = 'name' | 'how' | 'thanks' | 'bye' | 'greet' | 'speak' | 'love' | 'insult'

const TOPICS: Readonly<Record<Foreign, readonly (readonly [Topic, RegExp])[]>> = {
  de: [
    ['speak', /\b(?:deutsch|auf englisch)\b/i],
    [
      'name',
      /\b(?:wie (?:heißt|heisst) du|wie (?:heißen|heissen) sie|dein name|ihr name|wer (?:bist du|sind sie))\b/i,
    ],
    ['how', /\bwie geht\b|\balles (?:gut|klar)\b/i],
    ['thanks', /\b(?:danke|dankeschön|vielen dank)\b/i],
    [
      'bye',
      /\b(?:tschüss|tschuess|auf wiedersehen|wiedersehen|bis (?:bald|morgen|später)|gute nacht|mach's gut)\b/i,
    ],
    ['love', /\b(?:ich (?:liebe|mag) dich|du bist (?:toll|nett|schön|süß|lieb|wunderbar))\b/i],
    ['insult', /\bdu bist (?:ein(?:e)? )?(?:idiot|dumm|blöd|doof|hässlich|trottel)/i],
    ['greet', /\b(?:hallo|guten (?:tag|morgen|abend)|grüß|servus|moin|hey)/i],
  ],
  fr: [
    ['speak', /\b(?:français|en anglais)\b|\bfrançais/i],
    [
      'name',
      /\b(?:t'appelles|vous appelez|appelez-vous|ton nom|votre nom|ton prénom|qui (?:es-tu|êtes-vous|es tu|êtes vous)|tu es qui)/i,
    ],
    ['how', /(?:ça va|comment vas|comment allez|ca va)/i],
    ['thanks', /\bmerci\b/i],
    ['bye', /\b(?:au revoir|à bientôt|à demain|bonne nuit|adieu)|à (?:plus|bientôt|demain)/i],
    ['love', /\b(?:je t'aime|tu es (?:gentil|belle|beau|adorable|génial))/i],
    ['insult', /\btu es (?:un(?:e)? )?(?:idiot|bête|stupide|nul|con)/i],
    ['greet', /\b(?:bonjour|bonsoir|salut|coucou)\b/i],
  ],
  es: [
    ['speak', /\bespañol|\ben inglés\b/i],
    ['name', /(?:te llamas|se llama usted|tu nombre|su nombre|quién eres|quien eres|quién es usted)/i],
    ['how', /(?:cómo estás|como estas|cómo está|qué tal|que tal)/i],
    ['thanks', /\bgracias\b/i],
    ['bye', /\b(?:adiós|adios|hasta (?:luego|mañana|pronto)|buenas noches|chao)\b|adiós/i],
    ['love', /(?:te quiero|te amo|eres (?:simpátic|guap|genial|linda|lindo|amable))/i],
    ['insult', /\beres (?:un(?:a)? )?(?:idiota|tonto|tonta|estúpid|feo|fea)/i],
    ['greet', /\b(?:hola|buenos días|buenas tardes|buenas)\b/i],
  ],
}

type Phrases = Readonly<
  Record<Topic | 'answer' | 'unknown' | 'untold' | 'met' | 'notUnderstood' | 'told', readonly string[]>
>

const PHRASES: Readonly<Record<Foreign, Phrases>> = {
  de: {
    greet: ['Hallo!', 'Guten Tag!', 'Grüß dich!'],
    name: ['Ich heiße {me}.', 'Mein Name ist {me}.', '{me}.'],
    how: ['Mir geht es gut, danke.', 'Danke, ganz gut.'],
    thanks: ['Bitte, gern geschehen.', 'Bitte sehr.', 'Gern!'],
    bye: ['Auf Wiedersehen!', 'Tschüss, bis bald!', 'Bis bald, mach es gut!'],
    speak: [
      'Ja, aber nur ein wenig Deutsch; mehr weiß ich auf Englisch zu sagen.',
      'Ein bisschen Deutsch kann ich, ja.',
      'Ein wenig.',
    ],
    love: ['Das ist lieb von dir, danke.', 'Danke, das freut mich.'],
    insult: ['Das war nicht nett.', 'So redet man nicht mit mir.'],
    answer: [
      'Das sage ich auf Englisch: {}',
      'Mein Deutsch reicht dafür nicht, also auf Englisch: {}',
      'Auf Englisch gesagt: {}',
    ],
    unknown: ['Das weiß ich leider nicht.', 'Ich weiß es nicht.', 'Das kann ich nicht sagen.'],
    untold: ['Das hast du mir nicht gesagt.', 'Davon weiß ich noch nichts.', 'Noch nichts.'],
    met: ['Freut mich, {}!', 'Schön, dich kennenzulernen, {}!'],
    notUnderstood: [
      'Das verstehe ich auf Deutsch nicht; frag mich bitte auf Englisch.',
      'Dafür reicht mein Deutsch nicht, ich kann nur Englisch gut.',
      'Auf Englisch, bitte.',
    ],
    told: [
      'Ich verstehe nur ein wenig Deutsch, erzähl es mir bitte auf Englisch.',
      'Ah ja. Auf Englisch verstehe ich dich besser.',
      'Ah ja.',
    ],
  },
  fr: {
    greet: ['Bonjour !', 'Salut !', 'Bien le bonjour !'],
    name: ["Je m'appelle {me}.", 'Mon nom est {me}.', '{me}.'],
    how: ['Je vais bien, merci.', 'Ça va bien, merci.'],
    thanks: ['De rien !', 'Avec plaisir.', 'Je vous en prie.'],
    bye: ['Au revoir !', 'À bientôt !', 'Au revoir, à la prochaine !'],
    speak: ["Oui, mais seulement un peu de français ; en anglais j'en sais plus.", 'Un petit peu, oui.'],
    love: ["C'est gentil, merci.", 'Merci, cela me touche.'],
    insult: ["Ce n'était pas gentil.", 'On ne me parle pas ainsi.'],
    answer: [
      'Je le dis en anglais : {}',
      'Mon français ne suffit pas, alors en anglais : {}',
      'En anglais : {}',
    ],
    unknown: ['Je ne sais pas, désolé.', 'Ça, je ne le sais pas.', 'Je ne sais pas.'],
    untold: ['Tu ne me l’as pas dit.', 'Je n’en sais rien encore.', 'Pas encore.'],
    met: ['Enchanté, {} !', 'Ravi de te connaître, {} !'],
    notUnderstood: [
      'Je ne comprends pas cela en français ; demande-le-moi en anglais.',
      'Mon français ne suffit pas, je ne sais bien que l’anglais.',
      'En anglais, s’il te plaît.',
    ],
    told: [
      'Je ne comprends qu’un peu de français, dites-le-moi en anglais.',
      'Ah bon. En anglais, je comprends mieux.',
      'Ah bon.',
    ],
  },
  es: {
    greet: ['¡Hola!', '¡Buenos días!', '¡Muy buenas!'],
    name: ['Me llamo {me}.', 'Mi nombre es {me}.', 'Soy {me}.'],
    how: ['Estoy bien, gracias.', 'Muy bien, gracias.'],
    thanks: ['De nada.', 'Con mucho gusto.', 'No hay de qué.'],
    bye: ['¡Adiós!', '¡Hasta luego!', '¡Hasta pronto, cuídate!'],
    speak: ['Sí, pero solo un poco de español; en inglés sé decir más.', 'Un poquito, sí.'],
    love: ['Qué amable, gracias.', 'Gracias, me alegra oírlo.'],
    insult: ['Eso no fue amable.', 'Así no se me habla.'],
    answer: ['Lo digo en inglés: {}', 'Mi español no alcanza, así que en inglés: {}', 'En inglés: {}'],
    unknown: ['No lo sé, lo siento.', 'Eso no lo sé.', 'No sabría decirlo.'],
    untold: ['No me lo has dicho.', 'De eso aún no sé nada.', 'Aún no.'],
    met: ['¡Mucho gusto, {}!', '¡Me alegro de conocerte, {}!'],
    notUnderstood: [
      'Eso no lo entiendo en español; pregúntamelo en inglés, por favor.',
      'Mi español no alcanza para eso, solo sé bien el inglés.',
      'En inglés, por favor.',
    ],
    told: [
      'Solo entiendo un poco de español, dímelo en inglés, por favor.',
      'Ya veo. En inglés te entiendo mejor.',
      'Ya veo.',
    ],
  },
}

const OTHER = [
  'I am sorry, that is a language I do not understand; English is best.',
  'I do not understand that. I have English, and a little German, French and Spanish.',
  'That tongue I do not know, could you say it in English?',
  'Those words I do not understand, I am better in English.',
  'In English, please.',
]

/** Words that questions are about, in English. */
const DICTIONARY: Readonly<Record<Foreign, string>> = {
  de: `wohnst=live wohnen=live lebst=live kommst=born woher=born alt=age arbeit=job arbeitest=job beruf=job hund=dog katze=cat haustier=pet haustiere=pet bruder=brother schwester=sister
geschwister=sibling mutter=mother vater=father eltern=parent kinder=child kind=child frau=wife mann=husband verheiratet=married familie=family freund=friend freunde=friend essen=food isst=eat
trinkst=drink trinken=drink magst=like liebst=love hasst=hate angst=afraid schiff=ship haus=home geld=money buch=book bücher=book lieblingsbuch=book musik=music tochter=daughter sohn=son wetter=weather
fürchtest=afraid kostet=cost preis=price öffnet=open offen=open geöffnet=open schließt=close bienen=bee honig=honey turm=tower kochst=cook allergisch=allergic oma=grandmother schwimmen=swim machst=job`,
  fr: `habites=live habitez=live vis=live viens=born âge=age travail=job travailles=job métier=job chien=dog chat=cat animal=pet animaux=pet frère=brother soeur=sister sœur=sister mère=mother père=father
parents=parent enfants=child enfant=child femme=wife mari=husband marié=married mariée=married famille=family ami=friend amis=friend manger=food manges=eat bois=drink boire=drink aimes=like adores=love
détestes=hate peur=afraid bateau=ship maison=home argent=money livre=book musique=music fille=daughter fils=son coûte=cost prix=price ouvert=open ferme=close abeilles=bee miel=honey cuisines=cook allergique=allergic nager=swim fais=job faites=job`,
  es: `vives=live vive=live años=age edad=age trabajo=job trabajas=job profesión=job perro=dog gato=cat mascota=pet hermano=brother hermana=sister hermanos=sibling madre=mother padre=father padres=parent hijos=child
hijo=son hija=daughter esposa=wife marido=husband casado=married casada=married familia=family amigo=friend amigos=friend comer=food comes=eat bebes=drink beber=drink gusta=like amas=love odias=hate miedo=afraid
barco=ship casa=home dinero=money libro=book música=music cuesta=cost precio=price abierto=open cierra=close abejas=bee miel=honey cocinas=cook alérgico=allergic alérgica=allergic nadar=swim haces=job dedicas=job`,
}

const TRANSLATIONS: Readonly<Record<Foreign, ReadonlyMap<string, string>>> = {
  de: dictionary('de'),
  fr: dictionary('fr'),
  es: dictionary('es'),
}

function dictionary(language: Foreign): ReadonlyMap<string, string> {
  return new Map(DICTIONARY[language].split(/\s+/).map((entry) => entry.split('=') as [string, string]))
}

/** What a question in another language is about, as lemmas of English. */
const translatedLemmas = (text: string, language: Foreign): readonly string[] => [
  ...new Set(
    wordsOf(text.slice(0, 300).replaceAll('-', ' ')).flatMap((word) => {
      const english = TRANSLATIONS[language].get(word)
      return english === undefined ? [] : [lemmaOf(english)]
    }),
  ),
]

type ForeignInput = {
  readonly text: string
  readonly language: Exclude<Language, 'en'>
  readonly name: string
  readonly speaker: Speaker
  /** The sentence in English that answers; undefined when nothing does. */
  readonly answer: (lemmas: readonly string[]) => string | undefined
}

/** A reply in the language of the message as far as there are phrases of it; honest about it otherwise. */
export function replyInLanguage({ text, language, name, speaker, answer }: ForeignInput): string {
  if (language === 'other') return pick(OTHER, speaker)
  const bounded = text.slice(0, 300)
  const topics = TOPICS[language].filter(([, pattern]) => pattern.test(bounded)).map(([topic]) => topic)
  const phrases = PHRASES[language]
  const said = topics
    .filter((topic) => !(topic === 'greet' && topics.length > 2))
    .slice(0, 2)
    .map((topic) =>
      pick(
        phrases[topic].map((phrase) => phrase.replaceAll('{me}', name)),
        speaker,
      ),
    )
  if (said.length > 0) return said.reverse().join(' ')
  const found = answer(translatedLemmas(bounded, language))
  if (found !== undefined) return pick(phrases.answer, speaker).replace('{}', () => found)
  if (!text.includes('?')) return pick(phrases.told, speaker)
  return pick(
    translatedLemmas(bounded, language).length > 0 ? phrases.unknown : phrases.notUnderstood,
    speaker,
  )
}

/** A phrase of a language that was not said of late. */
export const sayIn = (what: keyof Phrases, language: Foreign, speaker: Speaker): string =>
  pick(PHRASES[language][what], speaker)

/** Questions in English by what they are about; of other things it is asked whether the character has them. */
const QUESTIONS: Readonly<Record<string, string>> = {
  job: 'What do you do?',
  eat: 'What do you eat?',
  food: 'What do you like to eat?',
  drink: 'What do you drink?',
  like: 'What do you like?',
  love: 'Who do you love?',
  hate: 'What do you hate?',
  afraid: 'What are you afraid of?',
  cost: 'What does it cost?',
  price: 'What does it cost?',
  open: 'When do you open?',
  close: 'When do you close?',
  married: 'Are you married?',
  allergic: 'Are you allergic to anything?',
  swim: 'Can you swim?',
  cook: 'What do you cook?',
  born: 'Where were you born?',
  live: 'Where do you live?',
  age: 'How old are you?',
  old: 'How old are you?',
}
const ENGLISH_QUESTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries(QUESTIONS).map(([word, question]) => [lemmaOf(word), question]),
)

/** What a question in another language asks, as far as its words are known: about what the character has first. */
export function englishQuestion(lemmas: readonly string[]): string | undefined {
  const thing = lemmas.find((lemma) => !ENGLISH_QUESTIONS.has(lemma))
  if (thing !== undefined) return `Do you have a ${thing}?`
  return ENGLISH_QUESTIONS.get(lemmas[0] ?? '')
}

/** One that was not said of late; none is left only where all of them are long. */
const pick = (phrases: readonly string[], { wasSaid, choose }: Speaker): string => {
  const start = choose(phrases.length)
  const order = [...phrases.slice(start), ...phrases.slice(0, start)]
  const shortest = order.toSorted((a, b) => a.length - b.length)[0] ?? ''
  return order.find((phrase) => !wasSaid(phrase)) ?? shortest
}
