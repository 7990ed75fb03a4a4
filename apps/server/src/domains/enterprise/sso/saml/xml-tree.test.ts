import { describe, expect, test } from 'vitest'
import { canonical, elementsOf, readXml } from './xml-tree.ts'

const whole = (xml: string, inclusive: string[] = []) => canonical(readXml(xml), inclusive)
const inner = (xml: string, inclusive: string[] = []) => canonical(elementsOf(readXml(xml))[0]!, inclusive)

describe('exclusive canonical form', () => {
  // The two examples are from section 2 of the recommendation.
  test('does not depend on the surrounding elements', () => {
    const own =
      '<n1:elem2 xmlns:n1="http://example.net" xml:lang="en"><n3:stuff xmlns:n3="ftp://example.org"></n3:stuff></n1:elem2>'
    const first =
      '<n0:local xmlns:n0="http://foo" xmlns:n3="ftp://example.org"><n1:elem2 xmlns:n1="http://example.net" xml:lang="en"><n3:stuff/></n1:elem2></n0:local>'
    const second =
      '<n2:pdu xmlns:n1="http://example.net" xmlns:n2="http://foo" xmlns:n3="ftp://example.org" xml:lang="fr" xml:space="preserve"><n1:elem2 xml:lang="en"><n3:stuff/></n1:elem2></n2:pdu>'
    expect(inner(first)).toBe(own)
    expect(inner(second)).toBe(own)
  })
  test('declares unused prefixes where they are listed', () => {
    const xml = '<a xmlns="urn:a" xmlns:xs="urn:xs"><b xmlns:c="urn:c" c:type="xs:string">1</b></a>'
    expect(inner(xml)).toBe('<b xmlns="urn:a" xmlns:c="urn:c" c:type="xs:string">1</b>')
    expect(inner(xml, ['xs', 'nowhere'])).toBe(
      '<b xmlns="urn:a" xmlns:c="urn:c" xmlns:xs="urn:xs" c:type="xs:string">1</b>',
    )
    expect(whole(xml, ['', 'xs'])).toBe(
      '<a xmlns="urn:a" xmlns:xs="urn:xs"><b xmlns:c="urn:c" c:type="xs:string">1</b></a>',
    )
  })
  test('declares a namespace once, and undeclares it where it no longer applies', () => {
    expect(whole('<a xmlns="urn:a"><b xmlns=""><c/></b><d/></a>')).toBe(
      '<a xmlns="urn:a"><b xmlns=""><c></c></b><d></d></a>',
    )
    expect(whole('<x:a xmlns:x="urn:1"><x:b xmlns:x="urn:2"/><x:c xmlns:x="urn:1"/></x:a>')).toBe(
      '<x:a xmlns:x="urn:1"><x:b xmlns:x="urn:2"></x:b><x:c></x:c></x:a>',
    )
  })
  test('sorts attributes by namespace, then by name', () => {
    expect(whole('<e xmlns:b="urn:1" xmlns:a="urn:2" a:x="3" b:y="2" z="1" c="0"/>')).toBe(
      '<e xmlns:a="urn:2" xmlns:b="urn:1" c="0" z="1" b:y="2" a:x="3"></e>',
    )
  })
  test('escapes every character in exactly one way', () => {
    expect(whole('<a b=\'"&lt;&#9;&#10;&#13;>\'>&gt;&amp;&#13;"<![CDATA[<&]]></a>')).toBe(
      '<a b="&quot;&lt;&#x9;&#xA;&#xD;>">&gt;&amp;&#xD;"&lt;&amp;</a>',
    )
    expect(whole('<a b="1\n2">1\r\n2</a>')).toBe('<a b="1 2">1\n2</a>')
  })
})
