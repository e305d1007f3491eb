/**
 * The phonemes of English for a formant synthesiser, after Klatt, "Software for a cascade/parallel formant synthesizer"
 * (JASA 67, 1980), tables II and III: formants and bandwidths in Hz. The synthesiser ends at 4 kHz, so the noise of S
 * and Z is lower than in the table.
 */
export type Phoneme = {
  readonly kind: 'vowel' | 'glide' | 'nasal' | 'fricative' | 'stop' | 'affricate' | 'aspirate' | 'silence'
  readonly isVoiced: boolean
  /** Duration in running speech. */
  readonly ms: number
  /** First to third formant. */
  readonly formants: Formants
  /** Target formants of a diphthong. */
  readonly glide: Formants | undefined
  readonly bandwidths: Formants
  /** Noise gains of the second to fourth formant and of the bypass. */
  readonly noise: readonly [f2: number, f3: number, f4: number, bypass: number]
}

export type Formants = readonly [number, number, number]

type Row = readonly [
  kind: Phoneme['kind'],
  voice: 0 | 1,
  ms: number,
  formants: string,
  bandwidths: string,
  noise?: string,
]

/** Formants as `F1 F2 F3`, of diphthongs as `F1 F2 F3 > F1 F2 F3`. */
const ROWS: Readonly<Record<string, Row>> = {
  SIL: ['silence', 0, 120, '500 1500 2500', '100 100 150'],
  IY: ['vowel', 1, 120, '310 2020 2960 > 290 2070 2960', '45 150 250'],
  IH: ['vowel', 1, 90, '400 1800 2570 > 450 1700 2600', '50 100 140'],
  EY: ['vowel', 1, 145, '480 1720 2520 > 330 2020 2600', '65 100 180'],
  EH: ['vowel', 1, 115, '550 1680 2500 > 600 1580 2530', '60 90 180'],
  AE: ['vowel', 1, 150, '640 1660 2430 > 650 1530 2470', '70 130 250'],
  AA: ['vowel', 1, 150, '700 1220 2600', '110 70 160'],
  AO: ['vowel', 1, 145, '600 990 2570 > 620 1020 2600', '90 100 100'],
  OW: ['vowel', 1, 150, '540 1100 2300 > 430 880 2300', '80 70 80'],
  UH: ['vowel', 1, 95, '450 1100 2350 > 480 1160 2390', '75 90 90'],
  UW: ['vowel', 1, 130, '350 1150 2200 > 320 920 2200', '65 100 140'],
  ER: ['vowel', 1, 135, '470 1270 1560 > 430 1310 1560', '90 60 100'],
  AX: ['vowel', 1, 60, '500 1380 2450', '70 90 130'],
  AH: ['vowel', 1, 105, '620 1220 2550', '80 60 140'],
  AY: ['vowel', 1, 175, '680 1200 2550 > 400 1880 2550', '90 80 180'],
  AW: ['vowel', 1, 185, '660 1230 2550 > 420 940 2350', '80 75 110'],
  OY: ['vowel', 1, 190, '550 960 2400 > 380 1820 2450', '75 60 140'],
  W: ['glide', 1, 65, '290 610 2150', '50 80 60'],
  Y: ['glide', 1, 55, '260 2070 2950', '40 200 350'],
  R: ['glide', 1, 65, '330 1080 1400', '70 100 120'],
  L: ['glide', 1, 65, '330 1050 2800', '50 100 250'],
  M: ['nasal', 1, 70, '300 1200 2130', '60 220 220'],
  N: ['nasal', 1, 65, '300 1500 2470', '60 280 280'],
  NX: ['nasal', 1, 80, '300 2000 2800', '60 280 280'],
  HH: ['aspirate', 0, 60, '500 1500 2500', '200 150 200'],
  F: ['fricative', 0, 95, '340 1100 2080', '200 120 150', '0 0 0 0.35'],
  V: ['fricative', 1, 60, '220 1100 2080', '60 90 120', '0 0 0 0.12'],
  TH: ['fricative', 0, 90, '320 1290 2540', '200 90 200', '0 0 0.1 0.25'],
  DH: ['fricative', 1, 45, '270 1290 2540', '60 80 170', '0 0 0.04 0.08'],
  S: ['fricative', 0, 105, '320 1390 2530', '200 80 200', '0 0 1.2 0.2'],
  Z: ['fricative', 1, 75, '240 1390 2530', '70 60 180', '0 0 0.7 0.1'],
  SH: ['fricative', 0, 105, '300 1840 2750', '200 100 300', '0.2 1.4 0.9 0'],
  ZH: ['fricative', 1, 75, '260 1840 2750', '70 100 300', '0.1 0.8 0.5 0'],
  P: ['stop', 0, 90, '350 1000 2150', '250 150 220', '0 0 0 0.8'],
  B: ['stop', 1, 75, '200 1000 2150', '60 110 130', '0 0 0 0.4'],
  T: ['stop', 0, 85, '350 1650 2600', '250 120 250', '0 0.3 1.3 0.5'],
  D: ['stop', 1, 65, '200 1650 2600', '60 100 170', '0 0.2 0.8 0.2'],
  K: ['stop', 0, 90, '330 1900 2500', '250 160 330', '1.2 0.6 0.2 0'],
  G: ['stop', 1, 70, '200 1900 2500', '60 150 280', '0.8 0.4 0.1 0'],
  CH: ['affricate', 0, 130, '330 1800 2720', '200 90 300', '0.2 1.4 0.9 0'],
  JH: ['affricate', 1, 105, '240 1800 2720', '60 80 270', '0.1 1.0 0.6 0'],
}

/** Phonemes by their ARPAbet names. */
export function loadPhonemes(): ReadonlyMap<string, Phoneme> {
  return new Map(Object.entries(ROWS).map(([name, row]) => [name, toPhoneme(row)]))
}

function toPhoneme([kind, voice, ms, formants, bandwidths, noise = '0 0 0 0']: Row): Phoneme {
  const [from = '', to] = formants.split(' > ')
  return {
    kind,
    isVoiced: voice === 1,
    ms,
    formants: three(from),
    glide: to === undefined ? undefined : three(to),
    bandwidths: three(bandwidths),
    noise: four(noise),
  }
}

function three(text: string): Formants {
  const [a = 0, b = 0, c = 0] = text.split(' ').map(Number)
  return [a, b, c]
}

function four(text: string): Phoneme['noise'] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split(' ').map(Number)
  return [a, b, c, d]
}
