import { onTestFinished } from 'vitest'
import { createMemoryStore } from '../../src/store/memory.js'
import { describeStore } from '../support/store-battery.js'

describeStore('the store in memory', async () => {
  const store = createMemoryStore()
  onTestFinished(() => store.close())
  return store
})
