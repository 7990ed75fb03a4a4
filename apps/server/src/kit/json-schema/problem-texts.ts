const types: Record<string, string> = {
  string: '文本',
  number: '数字',
  integer: '整数',
  boolean: '布尔值',
  array: '列表',
  object: '对象',
  null: '空值',
}
const place = (name: string) => (name === 'the arguments' ? '参数' : `“${name}”`)

/** The sentences of `checkValue`, each with its form in Chinese. */
const sentences: [RegExp, (...parts: string[]) => string][] = [
  [/^(.+) is required$/, (name) => `缺少${place(name!)}`],
  [/^(.+) is not a parameter$/, (name) => `没有参数${place(name!)}`],
  [/^(.+) fits none of the allowed forms$/, (name) => `${place(name!)}的格式不符合要求`],
  [/^(.+) must be one of (.+)$/, (name, values) => `${place(name!)}须为以下之一：${values}`],
  [/^(.+) must be at least (.+)$/, (name, least) => `${place(name!)}不能小于 ${least}`],
  [/^(.+) must be at most (.+)$/, (name, most) => `${place(name!)}不能大于 ${most}`],
  [
    /^(.+) must be (.+)$/,
    (name, kinds) =>
      `${place(name!)}须为${kinds!
        .split(' or ')
        .map((kind) => types[kind] ?? kind)
        .join('或')}`,
  ],
  [/^(.+) needs at least (\d+) items$/, (name, least) => `${place(name!)}至少需要 ${least} 项`],
  [/^(.+) takes at most (\d+) items$/, (name, most) => `${place(name!)}最多 ${most} 项`],
  [/^(.+) needs at least (\d+) characters$/, (name, least) => `${place(name!)}至少 ${least} 个字符`],
  [/^(.+) takes at most (\d+) characters$/, (name, most) => `${place(name!)}最多 ${most} 个字符`],
  [/^the arguments are not valid JSON$/, () => '参数不是有效的 JSON'],
]

export function problemInChinese(problem: string): string {
  for (const [pattern, say] of sentences) {
    const match = pattern.exec(problem)
    if (match) return say(...match.slice(1))
  }
  return problem
}
