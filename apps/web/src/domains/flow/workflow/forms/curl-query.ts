interface Parameter {
  name: string
  value: string
}
const placeholder = /\{\{[^{}]*\}\}/

/** The argument of `--data-urlencode`: the text after the first `=` is encoded. */
export function encodeData(text: string): string {
  const at = text.indexOf('=')
  return at < 0 ? encodeText(text) : `${text.slice(0, at)}=${encodeText(text.slice(at + 1))}`
}

/** Encodes a text apart from its placeholders. */
const encodeText = (text: string): string =>
  text.replaceAll(/(\{\{[^{}]*\}\})|[^{]+|\{/g, (piece, kept?: string) => kept ?? encodeURIComponent(piece))

/** A value that is nothing but a reference to the output of a node. */
export const onlyReference = /^\{\{\s*block_output_([^.[\]{}\s]+)\.([^[\]{}]+?)\s*\}\}$/
/** Address and query. Signs inside placeholders do not separate anything. */
const urlParts = /^((?:\{\{[^{}]*\}\}|[^?#])*)(?:\?((?:\{\{[^{}]*\}\}|[^#])*))?/
const queryPart = /(?:\{\{[^{}]*\}\}|[^&])+/g

/**
 * Splits the query of a URL into parameters, which become rows. The value of a row is a text or a reference, so
 * parameters with other placeholders stay in the URL, where these are filled.
 */
export function splitQuery(address: string, more: readonly string[]): { url: string; params: Parameter[] } {
  const [, path = '', query = ''] = urlParts.exec(address)!
  const isComplete = /^[a-z][a-z0-9+.-]*:\/\/|^\{\{/i.test(path)
  const kept: string[] = []
  const params: Parameter[] = []
  for (const part of [query, ...more].flatMap((text) => text.match(queryPart) ?? [])) {
    const at = part.indexOf('=')
    const isRow = !placeholder.test(part) || (at > 0 && onlyReference.test(part.slice(at + 1)))
    if (isRow) params.push(...[...new URLSearchParams(part)].map(([name, value]) => ({ name, value })))
    else kept.push(part)
  }
  const url = isComplete ? path : `http://${path}`
  return { url: kept.length > 0 ? `${url}?${kept.join('&')}` : url, params }
}
