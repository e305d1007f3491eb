import type { TranscriptLine } from './transcript.js'
import { transcriptFileName, transcriptText } from './transcript-file.js'

/** Has the browser save the conversation. */
export function saveTranscript(name: string, lines: readonly TranscriptLine[]): void {
  // The mark tells programs that guess that it is UTF-8.
  const file = new Blob(['\ufeff', transcriptText(name, lines)], { type: 'text/plain;charset=utf-8' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = transcriptFileName(name)
  link.click()
  URL.revokeObjectURL(link.href)
}
