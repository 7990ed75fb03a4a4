import { SaxesParser } from 'saxes'

const MAX_FIELDS = 100

/**
 * Reads the fields of a flat message. Document types and custom entities are refused, since they could read local files
 * or expand without limit.
 */
export function readXml(text: string): Record<string, string> {
  const fields: Record<string, string> = {}
  const path: string[] = []
  const parser = new SaxesParser({ fragment: false })
  let value = ''
  parser.on('doctype', () => {
    throw new SyntaxError('Document types are not read')
  })
  parser.on('error', (cause) => {
    throw cause
  })
  parser.on('opentag', ({ name }) => {
    path.push(name)
    value = ''
    if (path.length > 8) throw new SyntaxError('Nested too deep')
  })
  parser.on('text', (piece) => (value += piece))
  parser.on('cdata', (piece) => (value += piece))
  parser.on('closetag', ({ name }) => {
    if (path.length === 2 && Object.keys(fields).length < MAX_FIELDS && name !== '__proto__')
      fields[name] = value.trim()
    path.pop()
    value = ''
  })
  parser.write(text).close()
  return fields
}
export const writeXml = (fields: Record<string, string>) =>
  `<xml>${Object.entries(fields)
    .map(([name, value]) => `<${name}><![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]></${name}>`)
    .join('')}</xml>`
