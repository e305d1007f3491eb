import type { Action, ActionParameter } from '../../../contract/characters.js'
import type { ReplyPart } from '../../../domain/turns/ports.js'
import { markedSentencesOf, stemsOf, wordsOf } from './language/text.js'
import { type Act, actOf, moodOf } from './talk/acts.js'

type Call = Extract<ReplyPart, { type: 'action' }>

/** "Did you wave?" and "Why did you wave?" ask about an action, not for it. */
const ASKS_ABOUT = /^\s*(?:and |but |so )?(?:did|have|has|had|was|were|why|when|who|what|where|how)\b/i
const REFUSED = /\b(?:don['’]?t|do not|never|stop)\b[^.!?,;]*/gi

/** What "me" is to the character. */
const PLAYER = 'player'

const isPerson = (label: readonly string[]) =>
  label.some((word) => ['at', 'person', 'player', 'target', 'to', 'who', 'whom'].includes(word))

/** The actions that the player asks for, by name or by description, with what the text gives for their parameters. */
export function requestedActions(actions: readonly Action[], text: string): readonly Call[] {
  if (actions.length === 0) return []
  const requests = markedSentencesOf(text.slice(0, 2000))
    .filter((sentence) => !ASKS_ABOUT.test(sentence))
    .map((sentence) => sentence.replace(REFUSED, ' '))
  return actions.flatMap((action) => {
    const request = requests.find((sentence) => asksFor(action, sentence))
    return request === undefined ? [] : [call(action, request)]
  })
}

/** All words of the name; or the first word of the description and at least half of them all. */
function asksFor({ name, description = '' }: Action, sentence: string): boolean {
  const said = new Set(stemsOf(sentence))
  const named = stemsOf(name.replaceAll('_', ' '))
  if (named.length > 0 && named.every((stem) => said.has(stem))) return true

  const described = [...new Set(stemsOf(markedSentencesOf(description)[0] ?? ''))]
  const [verb] = described
  const shared = described.filter((stem) => said.has(stem)).length
  return verb !== undefined && said.has(verb) && shared * 2 >= described.length
}

function call(action: Action, request: string): Call {
  const source = createSource(action, request)
  return {
    type: 'action',
    name: action.name,
    arguments: Object.fromEntries(
      (action.parameters ?? []).flatMap((parameter) => {
        const value = valueFor(parameter, source)
        return value === undefined ? [] : [[parameter.name, value]]
      }),
    ),
  }
}

/** What a request offers for parameters. Numbers, quotations and the object are given out once each. */
function createSource(action: Action, request: string) {
  const numbers = request.match(/-?\d+(?:\.\d+)?/g) ?? []
  const quoted = [...request.matchAll(/["“]([^"“”]+)["”]/g)].flatMap(([, inner = '']) => [inner])
  const objects = [objectOf(action, request)].filter((object) => object !== '')
  return {
    request,
    number: () => numbers.shift(),
    text: (mayBePlayer: boolean) =>
      quoted.shift() ?? (objects[0] === PLAYER && !mayBePlayer ? undefined : objects.shift()),
  }
}

function valueFor(
  { name, type = 'string', required = false, description }: ActionParameter,
  source: ReturnType<typeof createSource>,
): string | number | boolean | undefined {
  const words = wordsOf(source.request)
  const label = wordsOf(name.replaceAll('_', ' '))
  switch (type) {
    case 'number': {
      const number = source.number()
      return number === undefined ? undefined : Number(number)
    }
    case 'boolean':
      return required || label.every((word) => words.includes(word)) ? true : undefined
    case 'string':
      return (
        labelled(label, words) ??
        oneOf(description ?? '', source.request) ??
        source.text(required || isPerson(label))
      )
  }
}

/** "colour red", "colour is red", "the colour of red" */
function labelled(label: readonly string[], words: readonly string[]): string | undefined {
  if (stemsOf(label.join(' ')).length === 0) return undefined
  const at = words.findIndex((_, start) => label.every((word, offset) => words[start + offset] === word))
  const behind = at < 0 ? [] : words.slice(at + label.length, at + label.length + 2)
  return behind.find((word) => stemsOf(word).length > 0)
}

/** A word of the request that the description names too: "red, green or blue". */
function oneOf(description: string, request: string): string | undefined {
  const choices = new Set(stemsOf(description))
  return wordsOf(request).find((word) => stemsOf(word).some((stem) => choices.has(stem)))
}

/** What stands behind the action's words: "sit on the old chair, please" gives "old chair"; "to me" is the player. */
function objectOf({ name, description = '' }: Action, request: string): string {
  const verbs = new Set(stemsOf(`${name.replaceAll('_', ' ')} ${description}`))
  const words = wordsOf(request)
  const last = words.findLastIndex((word) => stemsOf(word).some((stem) => verbs.has(stem)))
  const rest = words.slice(last + 1)
  const end = rest.findIndex((word) => ['and', 'then', 'but', 'or'].includes(word))
  const behind = end < 0 ? rest : rest.slice(0, end)
  const object = behind.filter((word) => stemsOf(word).length > 0).slice(0, 3)
  if (object.length > 0) return object.join(' ')
  return behind.includes('me') ? PLAYER : ''
}

/** What goes with what the player does, by the first word of an action's name, the most fitting first. */
const GESTURES: readonly (readonly [Occasion, readonly string[]])[] = [
  ['bye', ['wave', 'bow', 'salute', 'farewell', 'goodbye', 'curtsy']],
  ['greet', ['wave', 'greet', 'bow', 'salute', 'curtsy', 'welcome']],
  ['insult', ['frown', 'scowl', 'glare', 'sigh', 'facepalm']],
  ['sad', ['comfort', 'hug', 'console']],
  ['happy', ['clap', 'applaud', 'cheer', 'celebrate']],
  ['praise', ['bow', 'blush', 'smile', 'curtsy']],
  ['thanks', ['bow', 'curtsy']],
  ['laugh', ['laugh', 'giggle', 'chuckle', 'grin']],
  ['joke', ['laugh', 'grin', 'wink']],
]
type Occasion =
  | Extract<Act, 'bye' | 'greet' | 'insult' | 'praise' | 'thanks' | 'laugh' | 'joke'>
  | 'sad'
  | 'happy'

/**
 * A gesture that goes with what the player says without being asked for, if the character has one that needs to be told no
 * more. A greeting gets one when it is the first.
 */
export function fittingActions(
  actions: readonly Action[],
  text: string,
  { isFirst }: { readonly isFirst: boolean },
): readonly Call[] {
  if (actions.length === 0) return []
  const occasions = occasionsOf(text.slice(0, 2000)).filter((occasion) => occasion !== 'greet' || isFirst)
  for (const [occasion, verbs] of GESTURES) {
    if (!occasions.includes(occasion)) continue
    const complete = actions.filter(isComplete)
    const fitting = verbs.flatMap((verb) => complete.find(({ name }) => name.split('_')[0] === verb) ?? [])[0]
    if (fitting === undefined) continue
    const needed = (fitting.parameters ?? []).filter(({ required }) => required === true)
    const values = Object.fromEntries(needed.map(({ name }) => [name, PLAYER]))
    return [{ type: 'action', name: fitting.name, arguments: values }]
  }
  return []
}

function occasionsOf(text: string): readonly string[] {
  const acts = markedSentencesOf(text).slice(0, 10).map(actOf)
  const told = acts.includes('tell') ? moodOf(text) : 'even'
  return [...acts, told]
}

/** All that it must be given is whom it is for. */
const isComplete = ({ parameters = [] }: Action): boolean =>
  parameters.every(({ required, name }) => required !== true || isPerson(wordsOf(name)))
