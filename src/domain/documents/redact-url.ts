/** A document's URL as the service tells it: scheme, host and path. Query strings and userinfo are never echoed. */
export function redactUrl(url: string): string {
  if (!URL.canParse(url)) return ''
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
