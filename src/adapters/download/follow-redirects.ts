import { FETCH_REDIRECTS } from '../../contract/documents.js'
import { targetProblem } from '../../domain/documents/check-url.js'
import { DocumentFailure } from '../../domain/documents/failure.js'
import { blockedFailure } from './addresses.js'
import type { DownloadDeadline } from './deadline.js'
import { type ConnectSettings, type OriginResponse, type RequestHop, sendRequest } from './request.js'

const REDIRECTS = [301, 302, 303, 307, 308]

/** The answer at the end of the redirects, each of which is checked as the first URL was. */
export async function followRedirects(
  asking: ConnectSettings,
  first: RequestHop,
  deadline: DownloadDeadline,
): Promise<OriginResponse> {
  let hop = first
  for (let left = FETCH_REDIRECTS; ; left--) {
    const answer = await sendRequest(asking, hop, deadline)
    const location = REDIRECTS.includes(answer.status) ? answer.header('location') : undefined
    // Open in the contract: a redirect to nowhere is an answer that is not 2xx.
    if (location === undefined) return answer
    answer.close()
    if (left === 0) {
      throw new DocumentFailure(
        'fetch_too_many_redirects',
        `There were more than ${FETCH_REDIRECTS} redirects`,
      )
    }
    hop = nextHop(asking, hop, location)
  }
}

/** Headers go to the origin they were given for; once dropped they do not come back. */
function nextHop({ allowed }: ConnectSettings, { url, headers }: RequestHop, location: string): RequestHop {
  if (!URL.canParse(location, url.href)) throw blockedFailure('The document redirects to what is no URL')
  const target = new URL(location, url.href)
  const problem = targetProblem(target, allowed)
  if (problem === 'url_scheme_not_allowed') throw blockedFailure('The document redirects to another scheme')
  if (problem === 'url_userinfo') throw blockedFailure('The document redirects to a URL with credentials')
  if (problem !== undefined) throw blockedFailure('The document redirects to a host that is not public')
  return { url: target, headers: target.origin === url.origin ? headers : {} }
}
