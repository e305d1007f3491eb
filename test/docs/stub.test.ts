import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { converse } from '../support/talk/run-talk.js'
import { talkCorpus } from '../support/talk/talk-corpus.js'

const PAGE = new URL('../../docs/stub.md', import.meta.url)
const CHARACTERS = ['beekeeper', 'spices', 'tram']
/** A talk of each one's own, about what it knows. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  beekeeper: [
    'Good evening! I am Ines.',
    'How many hives do you have?',
    'Who taught you?',
    'Was she never hurt?',
    'What happened in 2017?',
    'My dog Rolo is ill.',
    'Do you have a dog, too?',
    'What should we have for dinner? I am allergic to nuts.',
    'Can I eat your nut cake?',
    'I must go. How is my dog called, by the way?',
  ],
  spices: [
    'Hi! What do you sell?',
    'Since when?',
    'Do you have grandchildren?',
    'Who helps you?',
    'Tell me about your husband.',
    'I am sorry.',
    'Can you eat prawns?',
    'I live in Oslo, and my knees hurt, too.',
    'Where do you keep your money?',
    'Thank you, you are lovely. Bye!',
  ],
  tram: [
    'Evening.',
    'When does your shift start?',
    'And when does it end?',
    'Do you have children?',
    'Why did you get divorced?',
    'You are rude.',
    'Do you take sugar in your coffee?',
    'What was your worst night?',
    'How old are you?',
    'Was machst du beruflich?',
  ],
}
const MESSAGES = [
  'Hello!',
  'My name is Robin, and I am allergic to peanuts.',
  'What do you do?',
  'Do you have any children?',
  'You are wonderful.',
  'What should I not eat?',
  'What is the capital of Peru?',
  'My cat ran away yesterday.',
  'What do you remember about me?',
  'I have to go. Goodbye!',
]

const rowsOf = (messages: readonly string[], replies: readonly string[]) =>
  messages.flatMap((message, at) => [`> ${message}`, replies[at] ?? '']).join('\n')

/** A part of the page: for each character a heading, what it is like, and a talk. */
async function talks(
  messagesOf: (key: string) => readonly string[],
  hasPersonality: boolean,
): Promise<string> {
  const parts = talkCorpus()
    .filter(({ key }) => CHARACTERS.includes(key))
    .map(async (persona) => {
      const messages = messagesOf(persona.key)
      const { name, personality } = persona.persona
      const about = hasPersonality ? `Personality: *${personality}*\n\n` : ''
      const talk = rowsOf(messages, await converse(persona, messages))
      return `### ${name}${hasPersonality ? '' : ', ten turns'}\n\n${about}\`\`\`text\n${talk}\n\`\`\`\n`
    })
  return (await Promise.all(parts)).join('\n')
}

test.each([
  ['the same ten messages', 'transcripts', () => MESSAGES, true],
  ['each its own', 'own transcripts', (key: string) => OWN[key] ?? [], false],
] as const)(
  'the transcripts of the page, %s, are what the stub says',
  async (_, mark, messagesOf, hasPersonality) => {
    const page = await readFile(PAGE, 'utf8')
    const [before = '', rest = ''] = page.split(`<!-- ${mark} -->\n`)
    const [written = '', after = ''] = rest.split(`<!-- end of ${mark} -->`)
    const said = `\n${await talks(messagesOf, hasPersonality)}\n`
    if (process.env['UPDATE_GOLDEN'] === '1')
      await writeFile(PAGE, `${before}<!-- ${mark} -->\n${said}<!-- end of ${mark} -->${after}`)
    else expect(written).toBe(said)
  },
)
