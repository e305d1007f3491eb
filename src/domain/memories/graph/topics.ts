import type { MemoryType } from '../../../contract/memories.js'
import type { MemoryRecord } from '../record.js'

/** Topics with the labels that users see, in the order of the graph. */
export const TOPICS = {
  self: 'About the player',
  people: 'Family and friends',
  animals: 'Pets',
  places: 'Home and places',
  work: 'Work and study',
  tastes: 'Likes and dislikes',
  food: 'Food and drink',
  health: 'Health',
  feelings: 'Feelings',
  events: 'Events and plans',
  things: 'Things',
  corrections: 'Corrections',
  character: 'The character',
  other: 'Other',
} as const
export type Topic = keyof typeof TOPICS

const BY_ATTRIBUTE: ReadonlyMap<string, Topic> = new Map<string, Topic>(
  Object.entries({
    name: 'self',
    surname: 'self',
    age: 'self',
    birthday: 'self',
    language: 'self',
    home: 'places',
    origin: 'places',
    job: 'work',
    employer: 'work',
    study: 'work',
    likes: 'tastes',
    dislikes: 'tastes',
    hobby: 'tastes',
    diet: 'food',
    allergy: 'health',
    health: 'health',
    feeling: 'feelings',
    event: 'events',
    plan: 'events',
    has: 'things',
    place: 'things',
    bond: 'character',
    agreement: 'character',
    self: 'character',
  } as const),
)

/** Memory types that decide the topic by themselves. */
const BY_TYPE: Partial<Record<MemoryType, Topic>> = {
  character_self: 'character',
  emotional_state: 'feelings',
  event: 'events',
  spatial_change: 'things',
}

/** For memories without a slot; the first match counts. */
const BY_WORDS: readonly (readonly [Topic, RegExp])[] = [
  ['health', /\b(?:allerg\w+|asthma\w*|diabet\w+|ill|illness|sick|doctor|medication|migraines?|pregnant)\b/i],
  ['animals', /\b(?:dogs?|puppy|cats?|kitten|pets?|hamster|parrot|horse|pony|rabbit|tortoise|goldfish)\b/i],
  [
    'people',
    /\b(?:mother|mum|mom|father|dad|parents?|sisters?|brothers?|wife|husband|partner|girlfriend|boyfriend|sons?|daughters?|child|children|kids?|grand\w+|uncle|aunt|cousins?|nieces?|nephews?|friends?|married|fianc[ée]e?)\b/i,
  ],
  [
    'work',
    /\b(?:works?|worked|working|jobs?|career|profession|employ\w+|boss|colleagues?|office|stud(?:y|ies|ied|ying|ent)|university|college|school|degree)\b/i,
  ],
  [
    'places',
    /\b(?:lives?|lived|living|moved|moving|home|house|flat|apartment|born|grew up|comes? from|city|town|village|country)\b/i,
  ],
  [
    'food',
    /\b(?:eats?|drinks?|food|meals?|cook\w*|bak(?:es?|ing)|vegan|vegetarian|tea|coffee|wine|beer|cheese|bread|pizza|pasta|chocolate|cake)\b/i,
  ],
  ['self', /\b(?:name is|named after|is called|years old|birthday|speaks)\b/i],
  [
    'feelings',
    /\b(?:feels?|felt|sad|happy|angry|anxious|afraid|lonely|proud|worried|excited|tired|stressed)\b/i,
  ],
  [
    'tastes',
    /\b(?:likes?|loves?|enjoys?|prefers?|favou?rites?|hates?|dislikes?|plays?|hobb(?:y|ies)|fan of)\b/i,
  ],
]

const FALLBACK: Readonly<Record<MemoryType, Topic>> = {
  fact: 'other',
  preference: 'tastes',
  relationship: 'people',
  event: 'events',
  emotional_state: 'feelings',
  correction: 'corrections',
  character_self: 'character',
  spatial_change: 'things',
}

/** By memory type, then by slot, then by the words of the text. */
export function topicOf({ slot, memoryType, content }: MemoryRecord): Topic {
  const isOfSomeone = slot !== null && slot.subject !== 'player' && slot.subject !== 'character'
  const topic = BY_TYPE[memoryType] ?? (isOfSomeone ? 'people' : BY_ATTRIBUTE.get(slot?.attribute ?? ''))
  if (topic !== undefined) return topic
  return BY_WORDS.find(([, words]) => words.test(content))?.[0] ?? FALLBACK[memoryType]
}
