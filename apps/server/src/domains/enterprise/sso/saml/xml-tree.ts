import { SaxesParser } from 'saxes'

interface XmlAttribute {
  name: string
  local: string
  uri: string
  value: string
}
export interface XmlElement {
  name: string
  prefix: string
  local: string
  uri: string
  /** Attributes without namespace declarations. */
  attributes: XmlAttribute[]
  /** Namespaces declared on the element itself, by prefix. */
  declared: Readonly<Record<string, string>>
  parent: XmlElement | undefined
  children: (XmlElement | string)[]
}

/** Parses elements and text. The text must have passed the guard: comments and the like are not part of the tree. */
export function readXml(xml: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true })
  let root: XmlElement | undefined
  let here: XmlElement | undefined
  const addText = (text: string) => void here?.children.push(text)
  parser.on('opentag', ({ name, prefix, local, uri, ns, attributes: raw }) => {
    const attributes: XmlAttribute[] = []
    for (const { name: key, local: short, uri: space, value } of Object.values(raw))
      if (key !== 'xmlns' && !key.startsWith('xmlns:')) attributes.push({ name: key, local: short, uri: space, value })
    const element: XmlElement = { name, prefix, local, uri, attributes, declared: ns, parent: here, children: [] }
    here?.children.push(element)
    root ??= element
    here = element
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => void (here = here?.parent))
  parser.write(xml).close()
  return root!
}

export const elementsOf = (element: XmlElement): XmlElement[] =>
  element.children.filter((child): child is XmlElement => typeof child !== 'string')
/** Text of an element; undefined if it has child elements. */
export const textOf = ({ children }: XmlElement): string | undefined =>
  children.every((child) => typeof child === 'string') ? children.join('') : undefined
export const attributeOf = ({ attributes }: XmlElement, name: string): string | undefined =>
  attributes.find((attribute) => attribute.name === name)?.value

/** Namespace of a prefix at an element; undefined if undeclared, '' for an undeclared default namespace. */
function namespaceOf(prefix: string, element: XmlElement): string | undefined {
  for (let at: XmlElement | undefined = element; at; at = at.parent) {
    const uri = at.declared[prefix]
    if (uri !== undefined) return uri
  }
  return prefix === '' ? '' : undefined
}

const inText: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' }
const inValue: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}
const escapedText = (text: string) => text.replaceAll(/[&<>\r]/g, (sign) => inText[sign]!)
const escapedValue = (text: string) => text.replaceAll(/[&<"\t\n\r]/g, (sign) => inValue[sign]!)
/** Compares by code points, as the standard requires: UTF-16 order differs outside the basic plane. */
const order = (a: string, b: string) => (a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b)))

/**
 * Exclusive canonical form without comments (https://www.w3.org/TR/xml-exc-c14n/), which is the input of signatures.
 * `inclusive` lists prefixes that are declared even if unused; `without` is omitted, such as an enveloped signature.
 */
export function canonical(element: XmlElement, inclusive: readonly string[] = [], without?: XmlElement): string {
  const parts: string[] = []
  write(element, new Map())
  return parts.join('')

  function write(at: XmlElement, above: ReadonlyMap<string, string>) {
    const used = new Set(inclusive)
    used.add(at.prefix)
    for (const { name } of at.attributes) if (name.includes(':')) used.add(name.slice(0, name.indexOf(':')))
    used.delete('xml')
    const shown = new Map(above)
    const declarations: string[] = []
    for (const prefix of [...used].toSorted(order)) {
      const uri = namespaceOf(prefix, at)
      if (uri === undefined || uri === (shown.get(prefix) ?? (prefix === '' ? '' : undefined))) continue
      shown.set(prefix, uri)
      declarations.push(` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapedValue(uri)}"`)
    }
    const attributes = at.attributes
      .toSorted((a, b) => order(a.uri, b.uri) || order(a.local, b.local))
      .map(({ name, value }) => ` ${name}="${escapedValue(value)}"`)
    parts.push(`<${at.name}`, ...declarations, ...attributes, '>')
    for (const child of at.children) {
      if (typeof child === 'string') parts.push(escapedText(child))
      else if (child !== without) write(child, shown)
    }
    parts.push(`</${at.name}>`)
  }
}
