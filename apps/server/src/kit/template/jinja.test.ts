import { describe, expect, test } from 'vitest'
import { checkJinja, renderJinja } from './jinja.ts'

describe('a template in Jinja', () => {
  test.each([
    ['Hello {{ name }}', { name: 'Ann' }, 'Hello Ann'],
    ['{{ missing }}|{{ missing | default("none") }}', {}, '|none'],
    ['{% if n > 2 and not off %}many{% elif n == 2 %}two{% else %}few{% endif %}', { n: 2 }, 'two'],
    [
      '{% for x in list %}{{ loop.index }}:{{ x.a }}{% if not loop.last %}, {% endif %}{% else %}empty{% endfor %}',
      { list: [{ a: 1 }, { a: 'b' }] },
      '1:1, 2:b',
    ],
    ['{% for key, value in map | items %}{{ key }}={{ value }};{% endfor %}', { map: { a: 1, b: [2] } }, 'a=1;b=[2];'],
    ['{% set total = 2 + 3 * 4 %}{{ total }} {{ (2 + 3) * 4 }} {{ 7 // 2 }} {{ "a" ~ 1 }}', {}, '14 20 3 a1'],
    ['a {{- " b " -}} c{# nothing #}', {}, 'a b c'],
    [
      '{{ "x" in tags }} {{ 3 not in [1, 2] }} {{ tags[-1] | upper }} {{ tags | join("/") }}',
      { tags: ['x', 'y'] },
      'true true Y x/y',
    ],
    ['{{ "yes" if name is defined else "no" }} {{ other is not defined }}', { name: '' }, 'yes true'],
    ['{% for i in range(2, 6, 2) %}{{ i }}{% endfor %}', {}, '24'],
  ])('%s', (template, values, text) => {
    expect(renderJinja(template, values)).toBe(text)
  })
  test('inserted values are not rendered as templates', () => {
    expect(renderJinja('{{ a }}', { a: '{{ b }}{% for x in y %}', b: 'no' })).toBe('{{ b }}{% for x in y %}')
  })
  test('accesses nothing but its values', () => {
    expect(renderJinja('{{ a.constructor }}{{ a["__proto__"] }}{{ a.length }}', { a: {} })).toBe('')
    expect(renderJinja('{{ toString }}{{ process }}', {})).toBe('')
    for (const template of ['{{ a.__class__ }}', '{% include "x" %}', '{% import "x" as y %}', '{{ eval("1") }}'])
      expect(() => renderJinja(template, { a: {} })).toThrow()
  })
  test.each([
    ['line one\n{{ a', 2],
    ['{% if a %}\nopen', 1],
    ['\n\n{{ a b }}', 3],
    ['{{ a | nothing }}', 1],
    ['{% macro x() %}{% endmacro %}', 1],
  ])('%j is refused with its line', (template, line) => {
    expect(() => renderJinja(template, { a: 1 })).toThrow(expect.objectContaining({ name: 'TemplateError', line }))
  })
  test('always ends, whatever the template', () => {
    const loops = '{% for a in range(9999) %}{% for b in range(9999) %}x{% endfor %}{% endfor %}'
    expect(() => renderJinja(loops, {})).toThrow('too many steps')
    expect(() => renderJinja('{{ range(99999999) }}', {})).toThrow('range has more')
    const grown = `{% set a = "xxxxxxxxxx" %}${'{% set a = a ~ a ~ a ~ a %}'.repeat(12)}{{ a }}`
    expect(() => renderJinja(grown, {})).toThrow('longer than 1 MB')
    expect(() => checkJinja(`{{ ${'('.repeat(5000)}1${')'.repeat(5000)} }}`)).toThrow('too deeply')
  })
})
