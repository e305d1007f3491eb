import { render } from 'preact'
import { createSession } from '../../client/session/create-session.js'
import { SESSION_DEFAULTS } from '../../client/session/settings.js'
import type { SharePreview } from '../../contract/shares.js'
import { applyStoredTheme } from '../design/theme.js'
import { readPreview } from './door/preview.js'
import { createKeptVisits } from './kept-visits.js'
import { createFigureAnimation } from './model/figure-animation.js'
import { SharePage } from './page.js'
import { readLinkStatus, redeemShare } from './redeem-share.js'
import { createKeptText, createTabStorage } from './tab-storage.js'
import { createVisitorSession } from './visitor-session.js'
import { openAudioDevices } from './voice/audio-devices.js'
import { hearAgain } from './voice/hear-again.js'
import { createVisitorVoice } from './voice/visitor-voice.js'

/** The last part of `/s/<id>` and `/sa/<id>`. */
const shareId = decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '')

/** For programs that speak with the data layer, such as tests: `?data-layer`. */
const hasDataLayer = new URLSearchParams(location.search).has('data-layer')

const preview = readPreview(document)
// A link that has ended has none any more; who was here in this tab is still shown as before.
const keptPreview = createKeptText(sessionStorage, `parley preview ${shareId}`)
if (preview !== null) keptPreview.current = JSON.stringify(preview)
const keptVisits = createKeptVisits({
  storage: localStorage,
  shareId,
  pictures: preview,
  tab: createKeptText(sessionStorage, `parley tab ${shareId}`),
  now: () => Date.now(),
})
const seen = JSON.parse(keptPreview.current || 'null') as SharePreview | null
const pictures = preview ?? seen ?? keptVisits.read()?.pictures ?? null

const after = (ms: number, done: () => void) => void setTimeout(done, ms)
const voice = createVisitorVoice({
  openDevices: (listener, hasMicrophone) =>
    openAudioDevices({ captureRate: SESSION_DEFAULTS.recordingSampleRate, hasMicrophone }, listener),
  // Browsers leave this undefined on pages loaded over plain HTTP from another machine.
  hasMicrophones: 'mediaDevices' in navigator && navigator.mediaDevices !== undefined,
  hears: preview?.hears ?? true,
  speaks: preview?.speaks ?? true,
  hasDataLayer,
  after,
  onCut: (messageId, textEnd) => visit.cutReply(messageId, textEnd),
})
const figure = createFigureAnimation(() => performance.now())
voice.subscribe(() => figure.setSpeaking(voice.state().isSpeaking))
const visit = createVisitorSession({
  tabStorage: createTabStorage(sessionStorage, shareId),
  keptVisits,
  redeem: () => redeemShare(fetch, shareId),
  readLinkStatus: () => readLinkStatus(fetch, shareId),
  connect({ sessionToken, characterId, playerId, character }) {
    const hasFigure = (character.modelUrl ?? character.modelPreviewUrl) !== null
    const session = createSession(
      { baseUrl: location.origin, credentials: { apiKey: sessionToken } },
      {
        characterId,
        playerId,
        voiceDataLayer: hasDataLayer,
        voiceCaptions: true,
        // The service animates faces at this rate only.
        ...(hasFigure && { animation: true, playbackSampleRate: 16_000 }),
        capabilities: { camera: false, speaker: true },
      },
    )
    voice.attach(session)
    figure.attach(session)
    return session
  },
  isAloud: () => voice.state().step === 'on',
  after,
  now: () => Date.now(),
})
visit.subscribe(() => {
  const { step } = visit.state()
  if (step === 'ended' || step === 'start') voice.close()
})

applyStoredTheme()
const root = document.getElementById('page')
const unsent = createKeptText(sessionStorage, `parley unsent ${shareId}`)
if (root !== null)
  render(<SharePage {...{ visit, voice, figure, preview, pictures, unsent, keptVisits }} />, root)
visit.resume()
hearAgain({ voice, aloud: createKeptText(localStorage, `parley aloud ${shareId}`), page: window, visit })
// The HTTP status of the page is known once it is loaded. Where browsers lack it, redeeming the link shows the error.
addEventListener('load', () => {
  const [page] = performance.getEntriesByType('navigation')
  const { responseStatus = 200 } = (page ?? {}) as Partial<PerformanceNavigationTiming>
  if (responseStatus >= 400) visit.markLinkInvalid()
})
