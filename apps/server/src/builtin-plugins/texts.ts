import { type BuiltinPlugin, fail, isObject, listOf, number, optional, p, stringItem, text } from './builtin-types.ts'

const MAX = 1_000_000
const bounded = (value: unknown) => {
  const source = text(value)
  if (source.length > MAX) throw fail(`text: at most ${MAX} characters`)
  return source
}
const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const wordsOf = (source: string) =>
  [...words.segment(source)].filter((part) => part.isWordLike).map((part) => part.segment)
const cases: Record<string, (source: string) => string> = {
  upper: (source) => source.toUpperCase(),
  lower: (source) => source.toLowerCase(),
  title: (source) =>
    source.replaceAll(/\p{L}[\p{L}\p{M}']*/gu, (word) => word[0]!.toUpperCase() + word.slice(1).toLowerCase()),
  snake: (source) =>
    wordsOf(source.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2'))
      .join('_')
      .toLowerCase(),
  kebab: (source) =>
    wordsOf(source.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2'))
      .join('-')
      .toLowerCase(),
  camel: (source) =>
    wordsOf(source.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2'))
      .map((word, index) => (index ? word[0]!.toUpperCase() + word.slice(1).toLowerCase() : word.toLowerCase()))
      .join(''),
}

export const textTools: BuiltinPlugin = {
  number: 4,
  name: { en: 'Text tools', zh: '文本工具' },
  description: {
    en: 'Count, change case, replace, split and compare texts',
    zh: '统计、转换大小写、替换、拆分与比较文本',
  },
  icon: 'type',
  tools: [
    {
      name: 'count_text',
      description: { en: 'Count characters, words and lines', zh: '统计字符数、词数与行数' },
      request: [p.string('text', 'The text')],
      response: ['characters', 'words', 'lines', 'bytes'].map((name) => p.integer(name, name)),
      example: { request: { text: 'Hello world\n你好' }, response: { characters: 14, words: 3, lines: 2, bytes: 18 } },
      run({ text: given }) {
        const source = bounded(given)
        return {
          characters: [...source].length,
          words: wordsOf(source).length,
          lines: source ? source.split(/\r?\n/).length : 0,
          bytes: Buffer.byteLength(source),
        }
      },
    },
    {
      name: 'change_case',
      description: { en: 'Change the case of a text', zh: '转换文本的大小写格式' },
      request: [p.string('text', 'The text'), p.string('to', 'upper, lower, title, snake, kebab or camel')],
      response: [p.string('text', 'The changed text')],
      example: { request: { text: 'Hello big World', to: 'snake' }, response: { text: 'hello_big_world' } },
      run({ text: given, to }) {
        const change = cases[text(to)]
        if (!change) throw fail(`to: must be one of ${Object.keys(cases).join(', ')}`)
        return { text: change(bounded(given)) }
      },
    },
    {
      name: 'replace_text',
      description: { en: 'Replace words in a text', zh: '按字面替换文本' },
      request: [
        p.string('text', 'The text'),
        p.string('find', 'What to replace'),
        p.string('replacement', 'The replacement', optional),
      ],
      response: [p.string('text', 'The changed text'), p.integer('count', 'Number of matches')],
      example: { request: { text: 'a-b-c', find: '-', replacement: '+' }, response: { text: 'a+b+c', count: 2 } },
      run({ text: given, find, replacement }) {
        if (!text(find)) throw fail('find: must not be empty')
        const parts = bounded(given).split(text(find))
        const changed = parts.join(text(replacement))
        if (changed.length > MAX * 10) throw fail('The result is too long')
        return { text: changed, count: parts.length - 1 }
      },
    },
    {
      name: 'split_text',
      description: { en: 'Split a text at a separator', zh: '按分隔符拆分文本' },
      request: [
        p.string('text', 'The text'),
        p.string('separator', 'Separator; empty splits at line breaks', optional),
        p.integer('limit', 'Max number of parts', { global_default: '1000' }),
      ],
      response: [p.list('parts', 'The parts', stringItem), p.integer('count', 'Number of parts')],
      example: {
        request: { text: 'red, green, blue', separator: ', ' },
        response: { parts: ['red', 'green', 'blue'], count: 3 },
      },
      run({ text: given, separator, limit }) {
        const parts = bounded(given).split(text(separator) || /\r?\n/)
        return { parts: parts.slice(0, Math.max(1, Math.min(10_000, number(limit, 1000)))), count: parts.length }
      },
    },
    {
      name: 'compare_texts',
      description: { en: 'Compare two texts line by line', zh: '比较两段文本的行差异' },
      request: [p.string('before', 'The first text'), p.string('after', 'The second text')],
      response: [
        p.list('removed', 'Lines only in the first', stringItem),
        p.list('added', 'Lines only in the second', stringItem),
        p.bool('same', 'Whether they are identical'),
      ],
      example: {
        request: { before: 'a\nb\nc', after: 'a\nc\nd' },
        response: { removed: ['b'], added: ['d'], same: false },
      },
      run({ before, after }) {
        const [left, right] = [bounded(before).split(/\r?\n/), bounded(after).split(/\r?\n/)]
        const [inLeft, inRight] = [new Set(left), new Set(right)]
        return {
          removed: left.filter((line) => !inRight.has(line)),
          added: right.filter((line) => !inLeft.has(line)),
          same: text(before) === text(after),
        }
      },
    },
  ],
}

/**
 * `{{name}}`, `{{a.b}}`, `{{#each list}}…{{this}} or {{field}}…{{/each}}`, `{{#if name}}…{{else}}…{{/if}}`. Values are
 * inserted, never executed.
 */
function renderTemplate(source: string, values: unknown): string {
  const tokens = source.split(/(\{\{[^{}]{1,200}\}\})/)
  let at = 0
  let steps = 0
  let length = 0
  const look = (path: string, scope: unknown[]): unknown => {
    if (path === 'this' || path === '.') return scope.at(-1)
    const keys = path.split('.')
    for (let depth = scope.length - 1; depth >= 0; depth -= 1) {
      let value: unknown = scope[depth]
      for (const key of keys)
        value =
          (isObject(value) || Array.isArray(value)) && Object.hasOwn(value, key)
            ? (value as Record<string, unknown>)[key]
            : undefined
      if (value !== undefined) return value
    }
    return undefined
  }
  const block = (scope: unknown[], isShown: boolean, depth: number): string => {
    if (depth > 20) throw fail('template: nested too deep')
    let made = ''
    for (; at < tokens.length; at += 1) {
      if ((steps += 1) > 200_000 || length > 5_000_000) throw fail('template: the result is too long')
      const token = tokens[at]!
      const tag = /^\{\{\s*(#each|#if|else|\/each|\/if)?\s*([^}]*?)\s*\}\}$/.exec(token)
      if (!tag) {
        if (isShown) made += token
        if (isShown) length += token.length
        continue
      }
      const [, kind, path = ''] = tag
      if (kind === '/each' || kind === '/if' || kind === 'else') return made
      if (!kind) {
        const value = isShown ? look(path, scope) : ''
        made += text(value)
        length += text(value).length
        continue
      }
      at += 1
      const begin = at
      const value = isShown ? look(path, scope) : undefined
      if (kind === '#each') {
        const list = listOf(value).slice(0, 10_000)
        for (const item of list) {
          at = begin
          made += block([...scope, item], true, depth + 1)
        }
        if (!list.length) block(scope, false, depth + 1)
      } else {
        const isTrue = Array.isArray(value) ? value.length > 0 : Boolean(value)
        made += block(scope, isShown && isTrue, depth + 1)
        if (/^\{\{\s*else\s*\}\}$/.test(tokens[at] ?? '')) {
          at += 1
          made += block(scope, isShown && !isTrue, depth + 1)
        }
      }
    }
    return made
  }
  return block([values], true, 0)
}

export const templates: BuiltinPlugin = {
  number: 21,
  name: { en: 'Templates', zh: '模板' },
  description: { en: 'Fill a template with values', zh: '用数据填充模板' },
  icon: 'template',
  tools: [
    {
      name: 'render_template',
      description: {
        en: 'Fill {{names}}, {{#each lists}} and {{#if conditions}} in a template',
        zh: '填充模板中的 {{变量}}、{{#each 列表}} 与 {{#if 条件}}',
      },
      request: [p.string('template', 'The template'), p.object('values', 'The values', [])],
      response: [p.string('text', 'The filled template')],
      example: {
        request: {
          template: 'Dear {{name}},{{#each items}} {{title}}: {{price}};{{/each}}{{#if vip}} Thanks!{{/if}}',
          values: {
            name: 'Ann',
            vip: true,
            items: [
              { title: 'Tea', price: 3 },
              { title: 'Cup', price: 8 },
            ],
          },
        },
        response: { text: 'Dear Ann, Tea: 3; Cup: 8; Thanks!' },
      },
      run({ template, values }) {
        return { text: renderTemplate(bounded(template), isObject(values) ? values : {}) }
      },
    },
  ],
}

export const random: BuiltinPlugin = {
  number: 23,
  name: { en: 'Random', zh: '随机工具' },
  description: { en: 'Random numbers, choices and passwords', zh: '随机数、随机选择与密码生成' },
  icon: 'dice',
  tools: [
    {
      name: 'random_number',
      description: { en: 'Random integers in a range', zh: '生成区间内的随机整数' },
      request: [
        p.integer('min', 'Min', { global_default: '1' }),
        p.integer('max', 'Max', { global_default: '100' }),
        p.integer('count', 'Number', { global_default: '1' }),
      ],
      response: [p.list('numbers', 'The numbers', p.integer('n', ''))],
      example: { request: { min: 7, max: 7, count: 3 }, response: { numbers: [7, 7, 7] } },
      run({ min, max, count }) {
        const [low, high] = [Math.ceil(number(min, 1)), Math.floor(number(max, 100))]
        if (low > high || high - low > 2 ** 47) throw fail('min, max: min must not be greater than max')
        return {
          numbers: Array.from(
            { length: Math.max(1, Math.min(1000, number(count, 1))) },
            () => low + below(high - low + 1),
          ),
        }
      },
    },
    {
      name: 'pick_items',
      description: { en: 'Pick random items from a list without repeats', zh: '从列表中随机抽取若干项' },
      request: [p.list('items', 'The items', stringItem), p.integer('count', 'Number', { global_default: '1' })],
      response: [p.list('items', 'The picked items', stringItem)],
      example: { request: { items: ['only'], count: 1 }, response: { items: ['only'] } },
      run({ items, count }) {
        const left = [...listOf(items)].slice(0, 10_000)
        const picked: unknown[] = []
        while (left.length && picked.length < number(count, 1)) picked.push(...left.splice(below(left.length), 1))
        return { items: picked.map(text) }
      },
    },
    {
      name: 'make_password',
      description: { en: 'Generate a strong password', zh: '生成强密码' },
      request: [
        p.integer('length', '8 to 128', { global_default: '20' }),
        p.bool('symbols', 'Include symbols', { global_default: 'true' }),
      ],
      response: [p.string('password', 'The password')],
      example: { request: { length: 24 } },
      run({ length, symbols }) {
        const letters = `ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789${symbols === false ? '' : '!#$%&*+-=?@_'}`
        const size = Math.max(8, Math.min(128, number(length, 20)))
        return { password: Array.from({ length: size }, () => letters[below(letters.length)]).join('') }
      },
    },
  ],
}
function below(max: number): number {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2))
  return Math.floor(((high! * 2 ** 21 + (low! >>> 11)) / 2 ** 53) * max)
}
