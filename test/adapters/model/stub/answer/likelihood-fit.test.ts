import { expect, test } from 'vitest'
import { fitConditionalLogit, probabilitiesOf } from '../../../../support/talk/conditional-logit.js'

test('the fit finds the weights that choices were made with, and when to choose none', () => {
  const choices = Array.from({ length: 400 }, (_, at) => {
    const strength = (at % 20) / 10 - 1
    const options = [Float64Array.from([1, strength, at % 3]), Float64Array.from([1, -1, (at + 1) % 3])]
    // Chosen where the second sign is great; the third says nothing.
    const isRight = [strength > 0.3, false]
    return { options, isRight, isNoneRight: strength <= 0.3 }
  })
  const weights = fitConditionalLogit(choices, { penalty: 0.1, steps: 600 })
  expect(weights[1]).toBeGreaterThan(2)
  expect(Math.abs(weights[2] ?? 0)).toBeLessThan(0.2 * (weights[1] ?? 0))
  const [likely, unlikely] = [1, -1].map(
    (strength) => probabilitiesOf([Float64Array.from([1, strength, 0])], weights)[0] ?? 0,
  )
  expect(likely).toBeGreaterThan(0.9)
  expect(unlikely).toBeLessThan(0.1)
  expect(fitConditionalLogit(choices, { penalty: 0.1, steps: 600 })).toEqual(weights)
})

test('a choice that counts less moves the weights less', () => {
  const [yes, no] = [true, false].map((isChosen) => ({
    options: [Float64Array.from([1])],
    isRight: [isChosen],
    isNoneRight: !isChosen,
  }))
  if (yes === undefined || no === undefined) throw new Error('two choices were made')
  const even = fitConditionalLogit([yes, no], { penalty: 0.01 })
  const uneven = fitConditionalLogit([yes, { ...no, weight: 0.2 }], { penalty: 0.01 })
  expect(even[0]).toBeCloseTo(0, 5)
  expect(uneven[0]).toBeGreaterThan(0.5)
})
