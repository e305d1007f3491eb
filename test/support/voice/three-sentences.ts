/** What `fixtures/voice/three-sentences.wav` says. */
export const THREE_SENTENCES =
  'Hello there, my friend. I will meet you by the old river at seven. Please bring some bread and water for the long road home.'
