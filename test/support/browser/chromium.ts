import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** The distribution's Chromium, found on the PATH; undefined where there is none. */
export const executablePath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'chromium'))
  .find((file) => existsSync(file))

/**
 * What the microphone of the browser hears, from the moment a page opens it: a WAV file that a test writes before. It is
 * in the temporary folder of the run.
 */
export const microphoneFile = () => join(tmpdir(), 'microphone.wav')
