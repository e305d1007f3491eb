/** How a sign is read within or between words. */
export const SIGNS: Readonly<Record<string, string>> = {
  '&': 'and',
  '%': 'percent',
  '@': 'at',
  '+': 'plus',
  '=': 'equals',
  '#': 'number',
  '°': 'degrees',
  $: 'dollars',
  '€': 'euros',
  '£': 'pounds',
  '¥': 'yen',
  '₹': 'rupees',
  '¢': 'cents',
  '.': 'dot',
}
