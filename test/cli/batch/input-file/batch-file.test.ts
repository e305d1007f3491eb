import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBatchFile } from '../../../../src/cli/batch/input-file/batch-file.js'
import { scratchFolder } from '../../../support/commands/cli.js'

async function fileWith(name: string, content: string): Promise<string> {
  const file = join(scratchFolder(), name)
  await writeFile(file, content)
  return file
}

const PARTS = [
  ['cast.json', '{"requests":[{"customId":"a"}]}'],
  ['cast.json', '[\n\t{"customId":"a"}\n]'],
  ['cast.yaml', 'requests:\n  - customId: a\n'],
  ['cast.YML', '- customId: a\n'],
  ['cast.csv', '\ufeffcustomId\na\n'],
] as const

test.each(PARTS)('%s with %j is a batch of one request', async (name, content) => {
  const { body } = await readBatchFile(await fileWith(name, content), undefined)
  expect(body).toEqual({ requests: [{ customId: 'a' }] })
})

test('what else stands beside the requests is kept, so that the service can refuse it', async () => {
  const file = await fileWith('cast.json', '{"requests":[],"oops":1}')
  expect((await readBatchFile(file, undefined)).body).toEqual({ requests: [], oops: 1 })
})

test('--format wins over the ending', async () => {
  const file = await fileWith('cast.txt', 'customId\na\n')
  expect((await readBatchFile(file, 'csv')).body.requests).toEqual([{ customId: 'a' }])
})

test('each value has a line, what is missing that of what it is missing from', async () => {
  const text = 'requests:\n- customId: a\n  llm:\n    temperature: 9\n- persona:\n    name: b\n'
  const yaml = await readBatchFile(await fileWith('cast.yaml', text), undefined)
  const json = await readBatchFile(
    await fileWith('cast.json', '[\n  {\n    "customId": "a",\n\t"llm": {"temperature": 9}\n  }\n]'),
    undefined,
  )
  expect([
    yaml.lineOf(['requests', 0, 'llm', 'temperature']),
    yaml.lineOf(['requests', 1, 'persona', 'tagline']),
    yaml.lineOf(['requests', 1, 'customId']),
    yaml.lineOf(['requests']),
    json.lineOf(['requests', 0, 'llm', 'temperature']),
    json.lineOf(['requests', 0, 'tts', 'voice']),
  ]).toEqual([4, 6, 5, 2, 4, 2])
})

test.each([
  ['cast.txt', 'x', 'is unknown'],
  ['cast.json', 'requests: []', 'is not JSON'],
  ['cast.yaml', 'a: [', 'is neither YAML nor JSON'],
  ['cast.yaml', '', 'holds no requests'],
  ['cast.json', '{"requests":{}}', 'holds no requests'],
  ['cast.json', '"text"', 'holds no requests'],
  ['cast.yaml', 'a: 1\na: 2', 'Map keys must be unique'],
  ['bomb.yaml', bomb(), 'its aliases lead too far'],
])('%s with %j is a wrong use', async (name, content, message) => {
  const attempt = readBatchFile(await fileWith(name, content), undefined)
  await expect(attempt).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(message) })
})

function bomb(): string {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const inner = level === 0 ? '"lol"' : `*a${level - 1}`
    return `a${level}: &a${level} [${Array(9).fill(inner).join(',')}]`
  })
  return levels.join('\n')
}

test('a file that is not there is a wrong use', async () => {
  await expect(readBatchFile('none.yaml', undefined)).rejects.toMatchObject({ exitCode: 2 })
})
