import { Args } from '@oclif/core'

export const documentArg = Args.string({ required: true, description: 'Id of the document.' })
