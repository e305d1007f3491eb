import type { ServerOptions } from '../../runtime/config/settings.js'

/** What of the server is loaded to read a configuration and to ask its providers, without starting it. */
export async function inspectConfiguration(options: ServerOptions) {
  const [{ readSettings }, { checkProviders }, { createTimers }] = await Promise.all([
    import('../../runtime/config/settings.js'),
    import('../../runtime/services/provider-checks.js'),
    import('../../runtime/process/timers.js'),
  ])
  const settings = await readSettings(options)
  return {
    settings: settings.described,
    checkProviders: () => checkProviders(settings, createTimers()),
  }
}
