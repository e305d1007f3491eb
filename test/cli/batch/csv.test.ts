import { expect, test } from 'vitest'
import { readCsv } from '../../../src/cli/batch/csv.js'

const read = async (...lines: string[]) => (await readCsv(lines.join('\n'), 'cast.csv')).value

test('a column is a place in a request, and its cells are of the type that the contract says', async () => {
  expect(
    await read(
      'customId,persona.name,persona.tagline,llm.temperature,llm.max_tokens,llm.verbosity,text_only,is_public',
      'mira,"Mira, the first",7,0.5,100,short,TRUE,false',
    ),
  ).toEqual([
    {
      customId: 'mira',
      persona: { name: 'Mira, the first', tagline: '7' },
      llm: { temperature: 0.5, max_tokens: 100, verbosity: 'short' },
      text_only: true,
      is_public: false,
    },
  ])
})

test('an empty cell is left out, so that the field gets its default', async () => {
  expect(await read('customId,persona.name,llm.temperature,documents', 'mira,,,')).toEqual([
    { customId: 'mira' },
  ])
})

test('documents, document_ids and actions hold several, separated by semicolons', async () => {
  expect(
    await read(
      'customId,documents,document_ids,actions',
      'mira,https://a.test/x.pdf?b=1; docs/*.pdf;,d1;d2,wave: Waves; sit(place:string!)',
    ),
  ).toEqual([
    {
      customId: 'mira',
      documents: ['https://a.test/x.pdf?b=1', 'docs/*.pdf'],
      document_ids: ['d1', 'd2'],
      actions: [
        { name: 'wave', description: 'Waves' },
        { name: 'sit', parameters: [{ name: 'place', type: 'string', required: true }] },
      ],
    },
  ])
})

test('a cell that is not of its type is passed on, so that the service can say so', async () => {
  expect(await read('customId,llm.temperature,text_only', 'mira,warm,perhaps')).toEqual([
    { customId: 'mira', llm: { temperature: 'warm' }, text_only: 'perhaps' },
  ])
})

test('a quoted cell may hold lines, and each row knows where it ends', async () => {
  const { value, lineOf } = await readCsv(
    ['customId,persona.background', 'mira,"one', 'two"', '', 'otto,x'].join('\r\n'),
    'cast.csv',
  )
  expect(value).toEqual([
    { customId: 'mira', persona: { background: 'one\ntwo' } },
    { customId: 'otto', persona: { background: 'x' } },
  ])
  expect([lineOf([0, 'persona']), lineOf([1]), lineOf([2]), lineOf([])]).toEqual([3, 5, null, null])
})

test.each([
  [['customId,color', 'a,b'], 'cast.csv has columns that no request has: color'],
  [['customId,persona,toString,persona.', 'a,b,c,d'], 'no request has: persona, toString, persona.'],
  [['customId,customId', 'a,b'], 'cast.csv has the column customId twice'],
  [[''], 'cast.csv is empty'],
  [['customId,text_only', 'a'], 'cast.csv is not CSV: Invalid Record Length'],
  [['customId', '"a'], 'cast.csv is not CSV: Quote Not Closed'],
  [['customId,actions', 'a,(x)'], 'cast.csv:2: "(x)" is not an action'],
])('%j is refused', async (lines, message) => {
  await expect(read(...lines)).rejects.toThrow(message)
})
