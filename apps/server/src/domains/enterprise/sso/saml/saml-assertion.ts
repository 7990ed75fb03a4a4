import { SaxesParser } from 'saxes'

export interface AssertionFacts {
  id: string
  issuer: string
  nameId: string
  nameIdFormat: string
  sessionIndex: string | undefined
  recipients: string[]
  inResponseTo: string[]
  audiences: string[]
  notBefore: number
  notOnOrAfter: number
  attributes: Record<string, string[]>
}

/** Reads an assertion from the verified bytes only; no other part of the response is trusted. */
export function readAssertion(xml: string): AssertionFacts {
  const facts: AssertionFacts = {
    id: '',
    issuer: '',
    nameId: '',
    nameIdFormat: '',
    sessionIndex: undefined,
    recipients: [],
    inResponseTo: [],
    audiences: [],
    notBefore: Number.NEGATIVE_INFINITY,
    notOnOrAfter: Number.POSITIVE_INFINITY,
    attributes: {},
  }
  const path: string[] = []
  let text = ''
  let attribute = ''
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', ({ local, attributes: raw }) => {
    const at = (name: string) => Object.values(raw).find((item) => item.prefix === '' && item.local === name)?.value
    path.push(local)
    text = ''
    const where = path.join('/')
    const ends = (value: string | undefined) => {
      if (value !== undefined) facts.notOnOrAfter = Math.min(facts.notOnOrAfter, Date.parse(value))
    }
    const begins = (value: string | undefined) => {
      if (value !== undefined) facts.notBefore = Math.max(facts.notBefore, Date.parse(value))
    }
    if (where === 'Assertion') facts.id = at('ID') ?? ''
    if (where === 'Assertion/Subject/NameID') facts.nameIdFormat = at('Format') ?? ''
    if (where === 'Assertion/AuthnStatement') facts.sessionIndex ??= at('SessionIndex')
    if (where === 'Assertion/Conditions') {
      begins(at('NotBefore'))
      ends(at('NotOnOrAfter'))
    }
    if (where === 'Assertion/Subject/SubjectConfirmation/SubjectConfirmationData') {
      facts.recipients.push(at('Recipient') ?? '')
      facts.inResponseTo.push(at('InResponseTo') ?? '')
      begins(at('NotBefore'))
      ends(at('NotOnOrAfter'))
    }
    if (where === 'Assertion/AttributeStatement/Attribute') {
      attribute = at('Name') ?? ''
      facts.attributes[attribute] ??= []
    }
  })
  parser.on('text', (part) => void (text += part))
  parser.on('cdata', (part) => void (text += part))
  parser.on('closetag', () => {
    const where = path.join('/')
    if (where === 'Assertion/Issuer') facts.issuer = text.trim()
    if (where === 'Assertion/Subject/NameID') facts.nameId = text.trim()
    if (where === 'Assertion/Conditions/AudienceRestriction/Audience') facts.audiences.push(text.trim())
    if (where === 'Assertion/AttributeStatement/Attribute/AttributeValue')
      facts.attributes[attribute]!.push(text.trim())
    path.pop()
    text = ''
  })
  parser.write(xml).close()
  return facts
}
