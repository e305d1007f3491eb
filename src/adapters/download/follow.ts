import { FETCH_REDIRECTS } from '../../contract/documents.js'
import { targetProblem } from '../../domain/documents/check-url.js'
import { DocumentFailure } from '../../domain/documents/failure.js'
import { blocked } from './addresses.js'
import { type Answer, type Asking, ask, type Hop } from './ask.js'
import type { Deadline } from './deadline.js'

const REDIRECTS = [301, 302, 303, 307, 308]

/** The answer at the end of the redirects, each of which is checked as the first URL was. */
export async function follow(asking: Asking, first: Hop, deadline: Deadline): Promise<Answer> {
  let hop = first
  for (let left = FETCH_REDIRECTS; ; left--) {
    const answer = await ask(asking, hop, deadline)
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
function nextHop({ allowed }: Asking, { url, headers }: Hop, location: string): Hop {
  if (!URL.canParse(location, url.href)) throw blocked('The document redirects to what is no URL')
  const target = new URL(location, url.href)
  const problem = targetProblem(target, allowed)
  if (problem === 'url_scheme_not_allowed') throw blocked('The document redirects to another scheme')
  if (problem === 'url_userinfo') throw blocked('The document redirects to a URL with credentials')
  if (problem !== undefined) throw blocked('The document redirects to a host that is not public')
  return { url: target, headers: target.origin === url.origin ? headers : {} }
}
