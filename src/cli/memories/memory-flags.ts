import { Flags } from '@oclif/core'
import { MEMORY_LAYERS, MEMORY_TYPES } from '../../contract/memories.js'
import { omitUndefined } from '../flags/omit-undefined.js'
import { numberFlag } from '../flags/value-flags.js'

/** The fields of a memory beside its text. Bounds are the service's to check. */
export const memoryFieldFlags = {
  type: Flags.option({ options: MEMORY_TYPES })({ summary: 'Kind of memory.' }),
  importance: numberFlag({ summary: 'How much it counts in searches, 0 to 1.' }),
  layer: Flags.option({ options: MEMORY_LAYERS })({
    summary: 'Long-term (ltm) or short-term (stm), which fades faster.',
  }),
  confidence: numberFlag({ summary: 'How sure it is, 0 to 1.' }),
}

type FieldFlags = {
  readonly type?: (typeof MEMORY_TYPES)[number] | undefined
  readonly importance?: number | undefined
  readonly layer?: (typeof MEMORY_LAYERS)[number] | undefined
  readonly confidence?: number | undefined
}

/** The fields that the flags give. */
export const memoryFields = ({ type, importance, layer, confidence }: FieldFlags) =>
  omitUndefined({ memoryType: type, importance, memoryLayer: layer, confidence })
