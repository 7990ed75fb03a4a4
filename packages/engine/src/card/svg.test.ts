import { expect, test } from 'vitest'
import { drawCard } from './draw.ts'
import { cardSvg } from './svg.ts'

const design = (text: string) => ({
  format: 'card/1' as const,
  variables: [],
  elements: [
    { id: 'h', type: 'header' as const, title: text, subtitle: '' },
    { id: 'p', type: 'picture' as const, src: 'https://example.test/x.png', alt: text },
    { id: 'm', type: 'markdown' as const, text: `**${text}** ![x](https://evil.test/x.png)` },
  ],
})
const svgOf = (text: string, pictures = {}) => cardSvg(drawCard(design(text), {}), pictures)

test('text from people is escaped and never becomes markup', () => {
  const { svg } = svgOf('<img src=x onerror=alert(1)>&"\u0001\uD800')
  expect(svg).not.toContain('<img')
  expect(svg).not.toContain('\u0001')
  expect(svg).toContain('&lt;img')
})
test('the image refers to no address: it embeds only the pictures that are given', () => {
  expect(svgOf('a').svg).not.toMatch(/href|evil|example\.test/)
  const given = { 'https://example.test/x.png': 'data:image/png;base64,AA==' }
  expect(svgOf('a', given).svg).toContain('href="data:image/png;base64,AA=="')
})
test('reports whether it contains Chinese, and its height is limited', () => {
  expect([svgOf('abc').needsCjk, svgOf('你好').needsCjk]).toEqual([false, true])
  expect(svgOf('word '.repeat(5000)).height).toBeLessThanOrEqual(1600)
})
