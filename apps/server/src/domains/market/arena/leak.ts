import type { ArenaModelRow } from './arena.table.ts'

/** Makers and model families that answers like to name. Families of no participant are not checked. */
const families: readonly (readonly string[])[] = [
  ['gpt', 'chatgpt', 'openai'],
  ['claude', 'anthropic'],
  ['gemini', 'bard', 'google deepmind', 'google'],
  ['llama', 'meta ai'],
  ['qwen', 'tongyi', '通义', '通义千问', '阿里云', 'alibaba'],
  ['deepseek', '深度求索'],
  ['doubao', '豆包', '字节跳动', 'bytedance', 'seed'],
  ['ernie', '文心', '文心一言', '百度', 'baidu'],
  ['glm', 'chatglm', '智谱', 'zhipu'],
  ['kimi', 'moonshot', '月之暗面'],
  ['mistral', 'mixtral'],
  ['grok', 'xai'],
  ['hunyuan', '混元', '腾讯', 'tencent'],
]
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const hasHan = (text: string) => /\p{Script=Han}/u.test(text)

/** Names that reveal a model. Versions and sizes alone reveal nothing. */
export function namesOf(row: Pick<ArenaModelRow, 'name' | 'company' | 'aliases'>): Set<string> {
  const own = [row.name, row.company, ...row.aliases]
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one.length > 1)
  const words = own
    .flatMap((one) => one.split(/[\s·/_-]+/))
    .filter((one) => one.length > 2 && !/^[\d.]+[a-z]?$/.test(one))
  const related = families.filter((family) => family.some((one) => own.some((name) => name.includes(one)))).flat()
  return new Set([...own, ...words, ...related])
}

/** Whether an answer reveals its model. Names that apply to both sides reveal nothing. */
export function revealsModel(
  answers: readonly string[],
  own: ReadonlySet<string>,
  other: ReadonlySet<string>,
): boolean {
  const distinctive = [...own].filter((name) => !other.has(name))
  if (!distinctive.length) return false
  const text = answers.join('\n').normalize('NFKC')
  return distinctive.some((name) =>
    hasHan(name)
      ? text.includes(name)
      : new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(name)}(?![\p{L}])`, 'iu').test(text),
  )
}
