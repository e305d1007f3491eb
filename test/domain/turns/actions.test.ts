import { expect, test } from 'vitest'
import { actionTag, declaredCall } from '../../../src/domain/turns/actions.js'

const SIT = {
  name: 'sit',
  parameters: [
    { name: 'target', required: true },
    { name: 'seconds', type: 'number' as const },
    { name: 'slowly', type: 'boolean' as const },
  ],
}

test.each([
  ['values of the declared types', { target: 'chair', seconds: 2.5, slowly: false }],
  ['values that stand for them', { target: 'chair', seconds: ' 2.5 ', slowly: 'False' }],
  ['undeclared ones besides', { target: 'chair', seconds: 2.5, slowly: false, height: 3, constructor: 'x' }],
])('%s become the declared parameters', (_what, values) => {
  expect(declaredCall([SIT], { name: 'sit', arguments: values })).toEqual({
    name: 'sit',
    arguments: { target: 'chair', seconds: 2.5, slowly: false },
  })
})

test.each([[null], ['soon'], [''], [{}], [Number.NaN], [Number.POSITIVE_INFINITY], [true]])(
  'an optional number given as %j is left out',
  (seconds) => {
    expect(declaredCall([SIT], { name: 'sit', arguments: { target: 'chair', seconds } })).toEqual({
      name: 'sit',
      arguments: { target: 'chair' },
    })
  },
)

test.each([[0], [1], ['yes'], [null]])('an optional yes or no given as %j is left out', (slowly) => {
  expect(declaredCall([SIT], { name: 'sit', arguments: { target: 'chair', slowly } })?.arguments).toEqual({
    target: 'chair',
  })
})

test('numbers and truth become text where text is declared', () => {
  expect(declaredCall([SIT], { name: 'sit', arguments: { target: 7 } })?.arguments).toEqual({ target: '7' })
  expect(declaredCall([SIT], { name: 'sit', arguments: { target: true } })?.arguments).toEqual({
    target: 'true',
  })
})

test.each([
  ['that is not declared', 'jump', { target: 'chair' }],
  ['whose name differs in case', 'Sit', { target: 'chair' }],
  ['without a required parameter', 'sit', { seconds: 2 }],
  ['with null for a required parameter', 'sit', { target: null }],
  ['with an object for a required parameter', 'sit', { target: { name: 'chair' } }],
])('a call %s is none', (_what, name, values) => {
  expect(declaredCall([SIT], { name, arguments: values })).toBeUndefined()
})

test('a parameter named like a property of every object is a parameter like any other', () => {
  const odd = { name: 'odd', parameters: [{ name: 'constructor' }, { name: '__proto__' }] }
  expect(declaredCall([odd], { name: 'odd', arguments: {} })?.arguments).toEqual({})
  const values = JSON.parse('{"constructor":"a","__proto__":"b"}')
  expect(Object.entries(declaredCall([odd], { name: 'odd', arguments: values })?.arguments ?? {})).toEqual([
    ['constructor', 'a'],
    ['__proto__', 'b'],
  ])
})

test('a tag is self-closing, its values escaped, without attributes that XML does not know', () => {
  expect(actionTag({ name: 'sit', arguments: {} })).toBe('<action name="sit"/>')
  expect(
    actionTag({
      name: 'sit',
      arguments: {
        target: 'a "b" <c> & d\n',
        seconds: 2,
        slowly: true,
        name: 'twice',
        'two words': 'x',
        '1st': 'y',
      },
    }),
  ).toBe('<action name="sit" target="a &quot;b&quot; &lt;c&gt; &amp; d&#10;" seconds="2" slowly="true"/>')
})
