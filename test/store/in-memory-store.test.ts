import { onTestFinished } from 'vitest'
import { createInMemoryStore } from '../../src/store/in-memory-store.js'
import { describeStore } from '../support/stores/store-battery.js'

describeStore('the store in memory', async () => {
  const store = createInMemoryStore()
  onTestFinished(() => store.close())
  return store
})
