/** What players say: everyday English of which memories can be made, and of which no two neighbours are alike. */
export function sampleUtterance(number: number): string {
  const of = (words: readonly string[], step: number) => words[Math.floor(number / step) % words.length] ?? ''
  const [name, place, thing, town] = [of(NAMES, 1), of(PLACES, 3), of(THINGS, 2), of(TOWNS, 5)]
  const sentences = [
    `I met ${name} at the ${place} this morning.`,
    `My sister ${name} lives in ${town}.`,
    `Do you remember what I said about the ${thing}?`,
    `I like ${thing} more than anything else.`,
    `We walked from the ${place} to the old bridge in ${town}.`,
    `${name} lost the ${thing} near the ${place}.`,
    `What would you bring to the ${place}?`,
  ]
  return sentences[number % sentences.length] ?? ''
}

export const NAMES = [
  'Ada',
  'Bruno',
  'Carla',
  'Dmitri',
  'Elif',
  'Farid',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Keiko',
]
export const PLACES = [
  'harbour',
  'market',
  'lighthouse',
  'library',
  'station',
  'garden',
  'theatre',
  'bakery',
  'mill',
]
export const THINGS = [
  'green tea',
  'chess',
  'lanterns',
  'oranges',
  'old maps',
  'sailing',
  'letters',
  'clocks',
]
const TOWNS = ['Lyon', 'Oslo', 'Porto', 'Ghent', 'Turku', 'Bergen', 'Graz', 'Bilbao', 'Split', 'Riga', 'Cork']
