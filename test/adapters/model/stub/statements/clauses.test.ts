import { expect, test } from 'vitest'
import { clausesOf, withoutTail } from '../../../../../src/adapters/model/stub/statements/clauses.js'

test.each<[string, string[]]>([
  ['I keep bees.', []],
  ['My shift begins at ten and ends at six.', ['My shift begins at ten.', 'My shift ends at six.']],
  [
    'The hut was built in 1938 and enlarged in 1974 after a fire.',
    ['The hut was built in 1938.', 'The hut was enlarged in 1974 after a fire.'],
  ],
  [
    'I feed the tigers at five and the camels at noon.',
    ['I feed the tigers at five.', 'I feed the camels at noon.'],
  ],
  ['I play chess at eight and always let him win.', ['I play chess at eight.', 'I always let him win.']],
  [
    'My lessons last forty minutes and always end with a joke.',
    ['My lessons last forty minutes.', 'My lessons always end with a joke.'],
  ],
  ['I was born in Ulm and run a press in Basel.', ['I was born in Ulm.', 'I run a press in Basel.']],
  ['My sister ship, the Foxglove, vanished near Vesta.', []],
  [
    'I have rowed for 41 years, since my husband Otto drowned in the flood of 1983.',
    ['I have rowed for 41 years.', 'My husband Otto drowned in the flood of 1983.'],
  ],
  ['I charge three coppers, but children and priests ride free.', []],
  ['For burns I use goose fat, for coughs thyme.', ['For burns I use goose fat.', 'For coughs I use thyme.']],
  ['A haircut is £14, a shave £10.', ['A haircut is £14.', 'A shave is £10.']],
  ['A vessel under ten metres costs 24 crowns for a night.', []],
  [
    'A bed in the dormitory costs 24 euros, a double room 70, lockers 2.',
    ['A bed in the dormitory costs 24 euros.', 'A double room costs 70.', 'Lockers cost 2.'],
  ],
  [
    'Mooring: a boat under ten metres 24 crowns, barges with two masts 60 crowns.',
    ['A boat under ten metres is 24 crowns.', 'Barges with two masts are 60 crowns.'],
  ],
  [
    'The trams are inspected twice a year, the bus once.',
    ['The trams are inspected twice a year.', 'The bus is inspected once.'],
  ],
  [
    'A bed costs 32 euros a night; members of the society pay 19.',
    ['A bed costs 32 euros a night.', 'Members of the society pay 19.'],
  ],
  [
    'Cakes: strudel 4.90 (with nuts), poppy seed cake 4.70.',
    ['Strudel is 4.90 (with nuts).', 'Poppy seed cake is 4.70.'],
  ],
  [
    'I led ten expeditions to the Andes, where I found 26 species.',
    ['I led ten expeditions to the Andes.', 'There I found 26 species.'],
  ],
  ['When I am away, a neighbour looks after the orchard.', []],
  [
    'The older tiger, Rani, is twelve, and the younger one, Kasha, is four.',
    ['The older tiger, Rani, is twelve.', 'The younger one, Kasha, is four.'],
  ],
  [
    'My wife Ina teaches and my twin boys, Jan and Tom, are eleven.',
    ['My wife Ina teaches.', 'My twin boys, Jan and Tom, are eleven.'],
  ],
  [
    'The house has six rooms; two of them look out on the sea and cost 45 a night, the others cost 30.',
    [
      'The house has six rooms.',
      'Two of them look out on the sea.',
      'Two of them cost 45 a night.',
      'The others cost 30.',
    ],
  ],
  [
    'Room four is haunted, or so they say; I have seen nothing.',
    ['Room four is haunted, or so they say.', 'I have seen nothing.'],
  ],
  [
    'Adults 6.50 euros, families (two adults, two children) 18 euros.',
    ['Adults are 6.50 euros.', 'Families (two adults, two children) are 18 euros.'],
  ],
  [
    'Adults 6.50 euros, children under 14 and pensioners 4 euros.',
    ['Adults are 6.50 euros.', 'Children under 14 and pensioners are 4 euros.'],
  ],
])('%j has the clauses %j', (sentence, clauses) => {
  expect(clausesOf(sentence)).toEqual(clauses)
})

test.each([
  [
    'I learned it from my aunt, who was stung so often that she stopped noticing.',
    'I learned it from my aunt.',
  ],
  ["I can't stand people who whistle.", undefined],
])('%j without what only explains it is %j', (sentence, bare) => {
  expect(withoutTail(sentence)).toBe(bare)
})
