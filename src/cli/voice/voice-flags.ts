import { Flags } from '@oclif/core'

/** Who talks, and how. */
export const playerIdFlags = {
  'player-id': Flags.string({
    summary: 'Who talks. Default: you, by the name of your user on this machine.',
    env: 'PARLEY_PLAYER_ID',
    helpGroup: 'SERVICE',
  }),
}

/** Of the sound of replies; the service's own bounds. */
export const rateFlag = Flags.integer({
  summary: 'Samples a second of what the character says.',
  helpValue: 'HZ',
  default: 24_000,
  min: 8000,
  max: 48_000,
})
