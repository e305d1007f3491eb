/** Attributes of an element, each after a space. */
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

/** XML has no way to say some characters at all: they become the one for what cannot be shown. */
export const escapeXml = (text: string): string =>
  text
    .replace(/(?![\n\t])[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"\n]/g, (letter) => ENTITIES[letter] ?? letter)
