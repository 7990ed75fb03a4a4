import { type BuiltinPlugin, fail, number, numberItem, p, text } from './builtin-types.ts'

export const calculator: BuiltinPlugin = {
  number: 2,
  name: { en: 'Calculator', zh: '计算器' },
  description: { en: 'Exact arithmetic and statistics', zh: '算术与统计计算' },
  icon: 'calculator',
  tools: [
    {
      name: 'calculate',
      description: {
        en: 'Evaluate an expression such as sqrt(2) * (3 + 4)^2',
        zh: '计算表达式，例如 sqrt(2) * (3 + 4)^2',
      },
      request: [p.string('expression', 'Numbers, + - * / ^ % and functions such as sqrt, sin, log, max')],
      response: [p.number('result', 'The result'), p.string('text', 'The result as text')],
      example: { request: { expression: '(3 + 4)^2 * sqrt(16) - 10 / 4' }, response: { result: 193.5, text: '193.5' } },
      run: ({ expression }, { work }) => work('calculate', { expression: text(expression) }),
    },
    {
      name: 'statistics',
      description: {
        en: 'Count, sum, mean, median, standard deviation, min and max of numbers',
        zh: '计算一组数字的总和、均值、中位数、标准差与极值',
      },
      request: [p.list('numbers', 'The numbers', numberItem)],
      response: ['count', 'sum', 'mean', 'median', 'deviation', 'min', 'max'].map((name) => p.number(name, name)),
      example: {
        request: { numbers: [4, 8, 6, 2] },
        response: { count: 4, sum: 20, mean: 5, median: 5, deviation: 2.581988897471611, min: 2, max: 8 },
      },
      run({ numbers }) {
        const list = (Array.isArray(numbers) ? numbers : []).slice(0, 100_000).map((item) => number(item, Number.NaN))
        if (!list.length || list.some(Number.isNaN)) throw fail('numbers: must be a list of numbers')
        const sorted = list.toSorted((a, b) => a - b)
        const sum = list.reduce((a, b) => a + b, 0)
        const mean = sum / list.length
        const middle = Math.floor(sorted.length / 2)
        const variance = list.length > 1 ? list.reduce((a, b) => a + (b - mean) ** 2, 0) / (list.length - 1) : 0
        return {
          count: list.length,
          sum,
          mean,
          median: sorted.length % 2 ? sorted[middle] : (sorted[middle - 1]! + sorted[middle]!) / 2,
          deviation: Math.sqrt(variance),
          min: sorted[0],
          max: sorted.at(-1),
        }
      },
    },
  ],
}

export const unitConversion: BuiltinPlugin = {
  number: 3,
  name: { en: 'Unit conversion', zh: '单位换算' },
  description: {
    en: 'Length, mass, volume, speed, temperature, data and more',
    zh: '长度、质量、体积、速度、温度、数据量等单位换算',
  },
  icon: 'ruler',
  tools: [
    {
      name: 'convert_unit',
      description: { en: 'Convert a value from one unit to another', zh: '将数值从一个单位换算为另一个单位' },
      request: [
        p.number('value', 'The value'),
        p.string('from', 'Such as km, lb, degC, GB'),
        p.string('to', 'Such as mile, kg, degF, MB'),
      ],
      response: [p.number('result', 'The converted value'), p.string('text', 'With its unit')],
      example: { request: { value: 100, from: 'degC', to: 'degF' }, response: { result: 212, text: '212 degF' } },
      async run({ value, from, to }, { work }) {
        const [source, target] = [text(from), text(to)]
        if (!/^[A-Za-z0-9/^* .-]{1,40}$/.test(source) || !/^[A-Za-z0-9/^* .-]{1,40}$/.test(target))
          throw fail('from, to: write units such as km or m/s')
        const result = await work<number>('unit', { value: number(value, 0), from: source, to: target })
        return { result, text: `${result} ${target}` }
      },
    },
  ],
}
