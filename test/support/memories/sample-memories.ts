import { NAMES, PLACES, THINGS } from '../speech/sample-utterances.js'

/**
 * What a character may remember of one who speaks as `sampleUtterance`: of 200 memories, which are all different, a text
 * finds some 20 to 30.
 */
export function sampleMemory(number: number): string {
  const of = (words: readonly string[], step: number) => words[(number * step) % words.length] ?? ''
  const [name, place, thing, detail] = [of(NAMES, 1), of(PLACES, 2), of(THINGS, 3), of(DETAILS, 4)]
  const sentences = [
    `The player's cousin ${name} works at the ${place} as a ${detail}.`,
    `The player once gave a ${detail} some ${thing} in return for help.`,
    `${name} and the player learned about ${thing} from a ${detail}.`,
    `The player wants to open a ${place} with a ${detail} one day.`,
    `The player's neighbour, a ${detail}, knows all about ${thing}.`,
    `A ${detail} from the ${place} owes ${name} some money.`,
    `The player would rather be a ${detail} than deal with ${thing} at the ${place}.`,
  ]
  return sentences[number % sentences.length] ?? ''
}

const DETAILS = (
  'baker,sailor,teacher,carpenter,nurse,painter,farmer,tailor,judge,potter,gardener,barber,cook,driver,miner,clerk,' +
  'dancer,surgeon,smith,plumber,singer,hunter,fisherman,printer,weaver,butcher,poet,pilot,cobbler,brewer,dentist,' +
  'librarian,goldsmith,postman,shepherd,architect,juggler'
).split(',')
