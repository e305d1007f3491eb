/** Everyday English, for recognisers of words. The first three are those of fixtures/voice/three-sentences.wav. */
export const PLAIN_SENTENCES: readonly string[] = [
  'The lamp burns all night and it has done so for thirty years.',
  'Good morning, how are you today?',
  'They walked along the beach until the sun went down.',
  'I think that you should talk to my mother.',
  'Nobody knows what happened to the last captain.',
  'Please bring me a glass of water and some bread.',
  'This is the first time I have seen snow.',
  'What do you want to do tomorrow?',
  'The children are playing in front of the school.',
  'You have to turn left after the second bridge.',
  'I remember the day when we came to this place.',
  'Take the money and put it in the box.',
]
