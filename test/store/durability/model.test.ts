import { test } from 'vitest'
import { openDisturbedStore } from '../../support/stores/disturbed-store.js'
import { expectSameAsModel } from '../../support/stores/store-model-battery.js'

test('whatever happens, a store remembers what a plain model does', () =>
  expectSameAsModel(openDisturbedStore, 60))
