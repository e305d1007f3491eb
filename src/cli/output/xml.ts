/** The attributes of an element, each preceded by a space. */
export const xmlAttributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
}

/** Escapes a text for XML. Characters that XML cannot express become the replacement character. */
export const escapeXml = (text: string): string =>
  text
    .replace(/(?![\n\t])[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"\n]/g, (letter) => ENTITIES[letter] ?? letter)
