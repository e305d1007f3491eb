import { expect, test } from 'vitest'
import { readCsv } from '../../../../src/cli/batch/input-file/csv.js'

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
  [['customId,persona.name,name', 'a,b,c'], 'the columns persona.name and name, which are the same field'],
  [['customId,text_only', 'a'], 'expect 2, got 1 on line 2 (line 2, column text_only)'],
  [['customId,text_only', 'a,true', 'b,false,c'], 'expect 2, got 3 on line 3 (line 3)'],
  [['customId,persona.tagline', 'a,b', 'c,x"y'], '(line 3, column persona.tagline)'],
  [['customId,persona,toString,persona.', 'a,b,c,d'], 'no request has: persona, toString, persona.'],
  [['customId,customId', 'a,b'], 'cast.csv has the column customId twice'],
  [[''], 'cast.csv is empty'],
  [['customId,text_only', 'a'], 'cast.csv is not CSV: Invalid Record Length'],
  [['customId', '"a'], 'cast.csv is not CSV: Quote Not Closed'],
  [['customId,actions', 'a,(x)'], 'cast.csv:2 (column actions): "(x)" is not an action'],
])('%j is refused', async (lines, message) => {
  await expect(read(...lines)).rejects.toThrow(message)
})

test.each([
  ['commas', ['customId,documents,name', 'a,"x.pdf;y.pdf",Ada']],
  ['semicolons', ['customId;documents;name', 'a;"x.pdf;y.pdf";Ada']],
  ['semicolons', ['', '"customId";"documents";name', 'a;"x.pdf;y.pdf";Ada']],
  ['tabs', ['customId\tdocuments\tname', 'a\tx.pdf;y.pdf\tAda']],
  ['tabs', ['customId\tdocuments\tpersona.background\tname', 'a\tx.pdf; y.pdf\t\tAda']],
])('columns may be separated by %s', async (separator, lines) => {
  const parsed = await readCsv(lines.join('\r\n'), 'cast.csv')
  expect(parsed.separator).toBe(separator)
  expect(parsed.value).toEqual([{ customId: 'a', documents: ['x.pdf', 'y.pdf'], persona: { name: 'Ada' } }])
})

test('a separator within quotes of the first line is none', async () => {
  const parsed = await readCsv('"customId",documents\na,"x;y;z"', 'cast.csv')
  expect(parsed.separator).toBe('commas')
  await expect(read('"custom;;;Id",name', 'a,b')).rejects.toThrow('no request has: custom;;;Id')
})

test('a single column is separated by nothing, which counts as commas', async () => {
  expect(await readCsv('customId\na', 'cast.csv')).toMatchObject({
    separator: 'commas',
    value: [{ customId: 'a' }],
  })
})

test('columns may have the names with which a character is returned', async () => {
  const parsed = await readCsv('customId,name,llm_temperature,id,created_at\na,Ada,0.5,c1,x', 'cast.csv')
  expect(parsed.value).toEqual([
    { customId: 'a', persona: { name: 'Ada' }, llm: { temperature: 0.5 }, id: 'c1', created_at: 'x' },
  ])
})

test('a value is told with the column that it is in', async () => {
  const { columnOf } = await readCsv('customId,name,documents\na,b,c', 'cast.csv')
  expect([
    columnOf?.([0, 'persona', 'name']),
    columnOf?.([0, 'documents', 1]),
    columnOf?.([0, 'persona']),
    columnOf?.([0]),
  ]).toEqual(['name', 'documents', null, null])
})

test('a column that no request has comes with what may be meant', async () => {
  await expect(read('customId,persona.nme,llm_modle', 'a,b,c')).rejects.toMatchObject({
    message: 'cast.csv has columns that no request has: persona.nme, llm_modle',
    hint: expect.stringMatching(
      /^persona\.nme: did you mean persona\.name.*\nllm_modle: did you mean llm_model/,
    ),
  })
})

test('a refusal does not repeat a cell or a heading of any length', async () => {
  const cell = 'x'.repeat(70_000)
  await expect(read('customId,actions', `mira,"${cell}("`)).rejects.toSatisfy(isShort)
  await expect(read(`customId,${cell}`, 'mira,a')).rejects.toSatisfy(isShort)
  await expect(read(`customId,${cell}`, 'mira,"a"b')).rejects.toSatisfy(isShort)
})

const isShort = ({ message, hint }: { message: string; hint: string | null }) =>
  message.length < 2000 && (hint ?? '').length < 2000
