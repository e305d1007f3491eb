import { expect, test } from 'vitest'
import { createRandom } from '../../../../src/loadtest/scenario/plan.js'
import { converse } from '../../../support/talk/run-talk.js'
import { talkCorpus } from '../../../support/talk/talk-corpus.js'

/** What players say, each act in several wordings; monologues and other languages among them. */
const MESSAGES = [
  ...['Hello', 'hey there!', 'Good evening.', 'hiya', 'Greetings, friend', 'yo', 'Nice to meet you'],
  ...[
    'Thanks!',
    'thank you so much',
    'cheers',
    'I appreciate that',
    'thx',
    'That was very helpful, thank you.',
  ],
  ...['Bye', 'Goodbye!', 'I have to go now.', 'see you tomorrow', 'Farewell, until next time', 'good night'],
  ...[
    'How are you?',
    "how's it going",
    'How have you been?',
    'Are you okay?',
    "What's up?",
    'How was your day?',
  ],
  ...[
    'You are wonderful',
    "you're so funny",
    'I love you',
    'Your house is beautiful',
    'Well done!',
    'I admire you',
  ],
  ...['You are an idiot', 'shut up', 'you suck', "I can't stand you", 'This is boring', 'you are useless'],
  ...['asdf', 'qwertz uiop', 'blub blub blub', '???', 'xkcd zzz', '🦜🦜'],
  ...['Why?', 'And then?', 'Really?', 'Tell me more', 'Go on', 'ok', 'I see', 'haha', 'no way'],
  ...['Who are you?', 'What do you do?', 'Where do you live?', 'How old are you?', 'Do you have any pets?'],
  ...[
    'Do you have a family?',
    'What are you afraid of?',
    'Tell me about yourself',
    'Tell me a story',
    'Tell me a joke',
  ],
  ...['What is the capital of Peru?', 'Who won the cup in 1954?', 'Do you like jazz?', 'Can you swim?'],
  ...['What do you think of me?', 'Are you an AI?', 'What can you do?', 'Sing for me', 'Please give me gold'],
  ...['My name is Robin', 'I live in Lyon', 'I am allergic to nuts', 'My dog Rex is ill', 'I got a new job!'],
  ...['I hate mondays', 'My sister Ana came to visit', 'I feel lonely today', 'I passed my exam'],
  ...['What do you remember about me?', 'What is my name?', 'What should I not eat?', 'How is my dog?'],
  ...[
    'Hallo, wie geht es dir?',
    'Was machst du?',
    'Danke schön',
    'Wo wohnst du?',
    'Ich mag dich',
    'Tschüss!',
  ],
  ...[
    'Bonjour',
    'Comment tu t’appelles ?',
    'Merci beaucoup',
    'Où habites-tu ?',
    'Je suis triste',
    'Au revoir',
  ],
  ...['Hola', '¿Cómo te llamas?', 'Muchas gracias', '¿Dónde vives?', 'No me gusta la lluvia', 'Adiós'],
  ...['Ciao, come stai?', 'Привет, как дела?', 'こんにちは'],
  `I woke up late and missed the bus. ${'Then it rained and I lost my umbrella and my shoes were wet. '.repeat(8)}`,
]
const TURNS = 24

const sentencesOf = (reply: string) =>
  (reply.match(/[^.!?]+/g) ?? [])
    .map((sentence) => sentence.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? [])
    .filter((words) => words.length >= 5)
    .map((words) => words.join(' '))

test.each(talkCorpus().map((persona) => [persona.key, persona] as const))(
  '%s repeats no sentence of five words within ten turns of a talk at random',
  async (_, persona) => {
    for (const seed of [1, 2, 3, 4]) {
      const random = createRandom(seed)
      const messages = Array.from(
        { length: TURNS },
        () => MESSAGES[Math.floor(random() * MESSAGES.length)] ?? '',
      )
      const replies = await converse(persona, messages)
      expect(replies.filter((reply) => reply.trim() === '')).toEqual([])
      const repeated = replies.flatMap((reply, at) => {
        const before = new Set(replies.slice(Math.max(0, at - 9), at).flatMap(sentencesOf))
        const own = sentencesOf(reply)
        return own.filter((sentence, index) => before.has(sentence) || own.indexOf(sentence) < index)
      })
      expect(repeated, `seed ${seed}`).toEqual([])
    }
  },
)
