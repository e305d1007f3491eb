import { createLiveShares } from '../../domain/shares/live-shares.js'
import { createPageFiles } from './page-files.js'

/** What the server keeps in memory for shares. */
export const createShareServices = () => ({
  liveShares: createLiveShares(),
  sharePage: createPageFiles('share'),
})
