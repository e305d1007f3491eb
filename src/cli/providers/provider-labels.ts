/** Labels for the kinds of providers. */
export const PROVIDER_LABELS: ReadonlyMap<string, string> = new Map([
  ['llm', 'language model'],
  ['tts', 'voice'],
  ['stt', 'hearing'],
  ['vision', 'vision'],
  ['model3d', '3D models'],
])
