import { Args } from '@oclif/core'

export const organizationArg = Args.string({ required: true, description: 'Id, or whole name.' })
