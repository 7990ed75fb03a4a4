import { describe, expect, it } from 'vitest'
import english from '../locales/en/ui.json'
import chinese from '../locales/zh-CN/ui.json'
import { dataTypeName } from './data-types.ts'
import type { Texts } from './i18n.ts'

const textsOf =
  (texts: Record<string, string>): Texts<'ui'> =>
  (key, values) =>
    texts[key]!.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values?.[name]))

describe('names of types', () => {
  it.each([
    ['string', 'Text', '文本'],
    ['integer', 'Integer', '整数'],
    ['float', 'Number', '数字'],
    ['number', 'Number', '数字'],
    ['boolean', 'Boolean', '布尔'],
    ['object', 'Object', '对象'],
    ['[object]', 'Array<Object>', '数组<对象>'],
    ['[[string]]', 'Array<Array<Text>>', '数组<数组<文本>>'],
    ['time', 'Time', '时间'],
    ['image', 'Image', '图片'],
  ])('calls %s %s and %s', (type, inEnglish, inChinese) => {
    expect(dataTypeName(textsOf(english), type)).toBe(inEnglish)
    expect(dataTypeName(textsOf(chinese), type)).toBe(inChinese)
  })

  it('returns an unknown type unchanged', () => {
    expect(dataTypeName(textsOf(english), 'tuple')).toBe('tuple')
  })
})
