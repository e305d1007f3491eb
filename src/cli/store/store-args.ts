import { Args } from '@oclif/core'

/** Two stores. */
export const storeArgs = {
  from: Args.string({ required: true, description: 'Data folder, or postgres://USER@HOST/DATABASE.' }),
  to: Args.string({ required: true, description: 'Data folder, or postgres://USER@HOST/DATABASE.' }),
}
