import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mistakesIn } from '../support/turn-picture.js'

const root = new URL('../..', import.meta.url).pathname
const domain = join(root, 'src/domain')
const picture = pictureOf(readFileSync(join(root, 'docs/architecture.md'), 'utf8'))

const read = (path: string): string | undefined =>
  existsSync(join(domain, path)) ? readFileSync(join(domain, path), 'utf8') : undefined
const runners = readdirSync(domain, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && /\brunTurn\b.*\/run-turn\.js'/.test(read(path) ?? ''))
  .map((path) => path.replaceAll('\\', '/'))

/** The drawing under "A text turn". */
function pictureOf(document: string): string {
  const [, chapter = ''] = document.split('\n## A text turn\n')
  const [, drawing = ''] = chapter.split('\n```\n')
  return drawing
}

test('the picture of a text turn is what the sources import and call', () => {
  expect(picture).toContain('v  runTurn')
  expect(runners.length).toBeGreaterThan(2)
  expect(mistakesIn(picture, read, runners)).toEqual([])
})

test.each([
  ['a file that does not exist', 'turns/context.ts', 'turns/contexts.ts', 'turns/contexts.ts does not exist'],
  [
    'a call that is not made',
    'gatherContext',
    'collectContext',
    'context: the turn does not call collectContext',
  ],
  [
    'another file',
    'turns/prompt.ts',
    'turns/chunks.ts',
    'prompt: the turn does not call buildPrompt of turns/chunks.ts',
  ],
  [
    'a method of no transcript',
    'transcript.addReply',
    'transcript.say',
    'persist: the transcript has no say',
  ],
  ['an event of no turn', 'prompted, text,', 'prompted, word,', 'deliver: there is no event word'],
  [
    'an entrance that runs nothing',
    'sessions/speaking.ts ',
    'sessions/session.ts ',
    'sessions/session.ts does not run turns',
  ],
  [
    'a missing entrance',
    'turns/replay-turn.ts ',
    'turns/run-turn.ts ',
    'turns/replay-turn.ts is no entrance',
  ],
  [
    'a sink that follows nothing',
    'sessions/reply.ts ',
    'sessions/camera.ts ',
    'sessions/camera.ts follows no events',
  ],
  [
    'a stage in another place',
    ' prompt  ',
    ' context  ',
    'does not name the stages admit → context → generate',
  ],
])('%s is found in a picture', (_, from, to, mistake) => {
  expect(picture).toContain(from)
  expect(mistakesIn(picture.replace(from, to), read, runners).join('\n')).toContain(mistake)
})
