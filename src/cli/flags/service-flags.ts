import { Flags, type Interfaces } from '@oclif/core'
import { usageError } from '../errors/command-error.js'
import { parseDuration } from './duration.js'

export const DEFAULT_DATA_DIR = '.parley'

const seconds = Flags.custom<number>({
  helpValue: 'DURATION',
  parse: async (input) => parseDuration(input) / 1000,
})

export const httpUrlFlag = Flags.custom<string>({
  helpValue: 'URL',
  parse: async (input) => {
    if (!/^https?:\/\/[^/]/.test(input) || !URL.canParse(input)) {
      throw usageError(`"${input}" is not an http or https address`)
    }
    return input.replace(/(?<!\/)\/+$/, '')
  },
})

/** Flags of every command. */
export const globalFlags = {
  json: Flags.boolean({
    summary: 'Print JSON: a single document, or one line per event.',
    env: 'PARLEY_JSON',
    helpGroup: 'GLOBAL',
  }),
  'no-input': Flags.boolean({
    summary: 'Never prompt; fail if input is missing. Implied in CI.',
    env: 'PARLEY_NO_INPUT',
    helpGroup: 'GLOBAL',
  }),
  ci: Flags.string({ env: 'CI', hidden: true, summary: 'Set by continuous integration.' }),
}

/** A timeout whose default depends on the command. */
export const timeoutFlag = (summary: string, byDefault: number) =>
  seconds({ summary, default: byDefault, env: 'PARLEY_TIMEOUT', helpGroup: 'SERVICE' })

/** Flags that select the service and the credentials. */
export const serviceFlags = {
  'base-url': httpUrlFlag({
    summary: 'Address of the service.',
    description:
      'Default: the address of the profile, else of the running server of --data-dir, else of the nearest server that you started in another folder, else http://127.0.0.1:4750.',
    env: 'PARLEY_BASE_URL',
    helpGroup: 'SERVICE',
  }),
  'api-key': Flags.string({
    summary: 'API key. Default: the key of the profile or of the local server.',
    env: 'PARLEY_API_KEY',
    helpGroup: 'SERVICE',
  }),
  'id-token': Flags.string({
    summary: 'ID token of an account, for operations that an API key may not use.',
    env: 'PARLEY_ID_TOKEN',
    helpGroup: 'SERVICE',
  }),
  'local-secret': Flags.string({
    summary: 'Secret with which a local server issues ID tokens. Default: the secret of the server found.',
    env: 'PARLEY_LOCAL_SECRET',
    helpGroup: 'SERVICE',
  }),
  'player-id': Flags.string({
    summary: 'Act for this player only.',
    env: 'PARLEY_PLAYER_ID',
    helpGroup: 'SERVICE',
  }),
  'org-id': Flags.string({
    summary: 'Act in this organization.',
    env: 'PARLEY_ORG_ID',
    helpGroup: 'SERVICE',
  }),
  'data-dir': Flags.string({
    summary: `Data folder of the local server to find. Default: ${DEFAULT_DATA_DIR}.`,
    env: 'PARLEY_DATA_DIR',
    helpValue: 'DIR',
    helpGroup: 'SERVICE',
  }),
  'ready-file': Flags.string({
    summary: 'Ready file of the local server to find; takes precedence over --data-dir.',
    env: 'PARLEY_READY_FILE',
    helpValue: 'FILE',
    helpGroup: 'SERVICE',
  }),
  profile: Flags.string({
    summary: 'Profile to use, created by `parley login`; local: no profile.',
    env: 'PARLEY_PROFILE',
    helpValue: 'NAME',
    helpGroup: 'SERVICE',
  }),
  confirm: Flags.string({
    summary: 'Confirm changes at a hosted profile by repeating its name.',
    env: 'PARLEY_CONFIRM',
    helpValue: 'PROFILE',
    helpGroup: 'SERVICE',
  }),
  timeout: timeoutFlag('Time limit of one request.', 10),
}

export const yesFlag = Flags.boolean({ char: 'y', summary: 'Do not ask for confirmation.' })

/** Flags of commands that delete something at a service. */
export const destructiveFlags = {
  yes: yesFlag,
  'any-server': Flags.boolean({
    summary: 'Use the nearest running server, even if it is of another folder.',
    helpGroup: 'SERVICE',
  }),
}

export type GlobalFlags = {
  readonly json: boolean
  readonly 'no-input': boolean
  readonly ci?: string | undefined
}
export type ServiceFlags = GlobalFlags & Interfaces.InferredFlags<typeof serviceFlags>
