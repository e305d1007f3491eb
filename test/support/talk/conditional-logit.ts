/** One choice: what speaks for each option, and which options were right. */
export type Choice = {
  /** A row of signs for each option, all rows of equal length. */
  readonly options: readonly Float64Array[]
  readonly isRight: readonly boolean[]
  /** To choose none of them was right. */
  readonly isNoneRight: boolean
  /** How much it counts; 1 unless told otherwise. */
  readonly weight?: number
}

type Settings = {
  /** Of the squared weights: half of it is taken from the log-likelihood for each. */
  readonly penalty: number
  readonly steps?: number
}

const STEPS = 300
const RATE = 0.03
/** How much of the mean gradient and of its mean square is kept from step to step (Adam; Kingma and Ba, 2015). */
const KEPT_MEAN = 0.9
const KEPT_SQUARE = 0.99
const EPSILON = 1e-8

/**
 * Weights of a conditional logit (McFadden, 1974): the probability of an option is `exp(weights · signs)`, divided by the sum
 * of all options' and of 1, which stands for choosing none. They maximise the log of the probability that what is chosen is
 * right, whichever of the right options it is, less the penalty. The same input gives the same weights.
 */
export function fitConditionalLogit(choices: readonly Choice[], { penalty, steps = STEPS }: Settings) {
  const width = choices.find(({ options }) => options.length > 0)?.options[0]?.length ?? 0
  const weights = new Float64Array(width)
  const mean = new Float64Array(width)
  const square = new Float64Array(width)
  const gradient = new Float64Array(width)
  for (let step = 1; step <= steps; step += 1) {
    for (const [at, weight] of weights.entries()) gradient[at] = -penalty * weight
    for (const choice of choices) addGradient(gradient, choice, weights)
    for (const [at, slope] of gradient.entries()) {
      mean[at] = KEPT_MEAN * (mean[at] ?? 0) + (1 - KEPT_MEAN) * slope
      square[at] = KEPT_SQUARE * (square[at] ?? 0) + (1 - KEPT_SQUARE) * slope ** 2
      const unbiased = (mean[at] ?? 0) / (1 - KEPT_MEAN ** step)
      const scale = Math.sqrt((square[at] ?? 0) / (1 - KEPT_SQUARE ** step)) + EPSILON
      weights[at] = (weights[at] ?? 0) + (RATE * unbiased) / scale
    }
  }
  return weights
}

/** The probability of each option; what is left is that of none. */
export function probabilitiesOf(options: readonly Float64Array[], weights: Float64Array): readonly number[] {
  const odds = options.map((signs) => Math.exp(dot(signs, weights)))
  const all = odds.reduce((sum, each) => sum + each, 1)
  return odds.map((each) => each / all)
}

function addGradient(
  gradient: Float64Array,
  { options, isRight, isNoneRight, weight = 1 }: Choice,
  weights: Float64Array,
): void {
  const probabilities = probabilitiesOf(options, weights)
  const none = 1 - probabilities.reduce((sum, each) => sum + each, 0)
  const right = probabilities.reduce(
    (sum, each, at) => (isRight[at] === true ? sum + each : sum),
    isNoneRight ? none : 0,
  )
  if (right === 0) return
  for (const [at, signs] of options.entries()) {
    const probability = probabilities[at] ?? 0
    const slope = weight * ((isRight[at] === true ? probability / right : 0) - probability)
    for (let sign = 0; sign < signs.length; sign += 1)
      gradient[sign] = (gradient[sign] ?? 0) + slope * (signs[sign] ?? 0)
  }
}

function dot(signs: Float64Array, weights: Float64Array): number {
  let sum = 0
  for (let at = 0; at < signs.length; at += 1) sum += (signs[at] ?? 0) * (weights[at] ?? 0)
  return sum
}
