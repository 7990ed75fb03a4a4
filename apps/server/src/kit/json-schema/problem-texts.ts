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

/** The sentences of `checkValue`, each with its Chinese form. */
const sentences: [RegExp, (...parts: string[]) => string][] = [
  [/^(.+) is required$/, (name) => `缺少${place(name!)}`],
  [/^(.+) is not a parameter$/, (name) => `没有参数${place(name!)}`],
  [/^(.+) fits none of the allowed forms$/, (name) => `${place(name!)}的格式不符合要求`],
  [/^(.+) fits more than one of the allowed forms$/, (name) => `${place(name!)}同时符合多种格式，只能符合一种`],
  [/^(.+) has a form that is not allowed$/, (name) => `${place(name!)}的格式不被允许`],
  [/^(.+) is not an allowed name$/, (name) => `${place(name!)}不是允许的名称`],
  [/^(.+) must match the pattern (.+)$/s, (name, pattern) => `${place(name!)}须符合正则表达式 ${pattern}`],
  [/^(.+) must be a valid (.+)$/, (name, format) => `${place(name!)}须为有效的 ${format}`],
  [/^(.+) must be greater than (.+)$/, (name, least) => `${place(name!)}须大于 ${least}`],
  [/^(.+) must be less than (.+)$/, (name, most) => `${place(name!)}须小于 ${most}`],
  [/^(.+) must be a multiple of (.+)$/, (name, step) => `${place(name!)}须为 ${step} 的倍数`],
  [/^(.+) must not contain an item twice$/, (name) => `${place(name!)}不能有重复项`],
  [/^(.+) needs at least (\d+) matching items$/, (name, least) => `${place(name!)}至少需要 ${least} 个符合条件的项`],
  [/^(.+) takes at most (\d+) matching items$/, (name, most) => `${place(name!)}最多 ${most} 个符合条件的项`],
  [/^(.+) needs at least (\d+) fields$/, (name, least) => `${place(name!)}至少需要 ${least} 个字段`],
  [/^(.+) takes at most (\d+) fields$/, (name, most) => `${place(name!)}最多 ${most} 个字段`],
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
