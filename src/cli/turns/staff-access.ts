import { type Client, ServiceError } from '../../client/create-client.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import { addressWithoutSecrets, isLoopback } from '../server-address/base-url.js'

const REASON =
  'A turn holds what players said and what characters remember of them, so only staff of a local server may read it.'

/** Runs `work` with a client that acts for staff; a refusal is told with its reason. */
export type WithStaff = <T>(work: (staff: Client) => Promise<T>) => Promise<T>

/** Opens a client for each work, because ID tokens expire and servers restart while a chat goes on. */
export const createStaffAccess =
  (open: () => Promise<Client>, baseUrl: string): WithStaff =>
  async (work) => {
    try {
      return await work(await open())
    } catch (error) {
      throw explainAccess(error, baseUrl)
    }
  }

/** The same failure, or, if it is one of access to turns, one that says why. */
function explainAccess(error: unknown, baseUrl: string): unknown {
  const address = addressWithoutSecrets(baseUrl)
  if (isMissingToken(error) && !isLoopback(baseUrl))
    return refused(`The service at ${address} does not show its turns`, {
      hint: `${REASON} Run the command on the machine of the server, or pass the ID token of a staff account with --id-token.`,
      exitCode: EXIT.inputNeeded,
    })
  if (!(error instanceof ServiceError)) return error
  const { status } = error
  if (status === 403)
    return refused(`The server at ${address} refuses: ${error.message}`, {
      hint: `${REASON} The first account of a local server is staff: leave out --email and --id-token.`,
      exitCode: EXIT.inputNeeded,
      status,
    })
  if (status === 404 && /^Not found|^Route /i.test(error.message))
    return refused(`The service at ${address} explains no turns`, {
      hint: 'Turns are explained by a local server of this version: `parley serve`.',
      exitCode: EXIT.failed,
      status,
    })
  return error
}

const isMissingToken = (error: unknown): boolean =>
  error instanceof CommandError && error.code === 'input_needed'

const refused = (
  message: string,
  rest: { readonly hint: string; readonly exitCode: number; readonly status?: number },
) => new CommandError({ code: 'no_staff_access', message, ...rest })
