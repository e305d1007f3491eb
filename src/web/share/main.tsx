import { render } from 'preact'
import { createSession } from '../../client/session/create-session.js'
import { createKeepsake } from './keepsake.js'
import { Page } from './page.js'
import { redeemShare } from './redeem.js'
import { createVisit } from './visit.js'

/** The last part of `/s/<id>` and `/sa/<id>`. */
const shareId = decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '')

const visit = createVisit({
  keepsake: createKeepsake(sessionStorage, shareId),
  redeem: () => redeemShare(fetch, shareId),
  connect: ({ sessionToken, characterId, playerId }) =>
    createSession(
      { baseUrl: location.origin, credentials: { apiKey: sessionToken } },
      { characterId, playerId, capabilities: { camera: false, microphone: false, speaker: false } },
    ),
})

const root = document.getElementById('page')
if (root !== null) render(<Page visit={visit} />, root)
visit.resume()
