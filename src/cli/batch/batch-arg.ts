import { Args } from '@oclif/core'

export const batchArg = Args.string({ required: true, description: 'Id of the batch.' })
