import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { converse } from '../support/talk/run-talk.js'
import { talkCorpus } from '../support/talk/talk-corpus.js'

const PAGE = new URL('../../docs/stub.md', import.meta.url)
const CHARACTERS = ['beekeeper', 'spices', 'tram']
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

async function transcripts(): Promise<string> {
  const parts = talkCorpus()
    .filter(({ key }) => CHARACTERS.includes(key))
    .map(async (persona) => {
      const replies = await converse(persona, MESSAGES)
      const rows = MESSAGES.flatMap((message, at) => [`> ${message}`, replies[at] ?? ''])
      const { name, personality } = persona.persona
      return `### ${name}\n\nPersonality: *${personality}*\n\n\`\`\`text\n${rows.join('\n')}\n\`\`\`\n`
    })
  return (await Promise.all(parts)).join('\n')
}

test('the transcripts of the page are what the stub says', async () => {
  const page = await readFile(PAGE, 'utf8')
  const [before = '', rest = ''] = page.split('<!-- transcripts -->\n')
  const [written = '', after = ''] = rest.split('<!-- end -->')
  const said = `\n${await transcripts()}\n`
  if (process.env['UPDATE_GOLDEN'] === '1')
    await writeFile(PAGE, `${before}<!-- transcripts -->\n${said}<!-- end -->${after}`)
  else expect(written).toBe(said)
})
