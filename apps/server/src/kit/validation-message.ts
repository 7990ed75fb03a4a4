import type { z } from 'zod'
import { errors } from './errors.ts'

type Issue = z.core.$ZodIssue

const typeNames: Record<string, string> = {
  string: '文本',
  number: '数字',
  int: '整数',
  boolean: '布尔值',
  array: '列表',
  object: '对象',
  file: '文件',
}

/** One sentence that names the field and the remedy, in both languages. */
export function inputError(error: z.ZodError, input: unknown) {
  const issue = deepest(error.issues[0]!)
  const field = issue.path.length ? issue.path.join('.') : 'request'
  const [en, zh] = words(issue, valueAt(input, issue.path))
  return errors.badInput({ problem: `${field}: ${en}`, problemZh: `${field}：${zh}` }, { field })
}

/** In a union, the branch with the deepest issue is probably the one that was meant. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue
  const branches = issue.errors.flat().map(deepest)
  const best = branches.toSorted((a, b) => b.path.length - a.path.length)[0]
  return best && best.path.length > 0 ? { ...best, path: [...issue.path, ...best.path] } : issue
}

function words(issue: Issue, value: unknown): [string, string] {
  const missing = value === undefined || value === null
  switch (issue.code) {
    case 'invalid_type':
      if (missing) return ['is required', '为必填项']
      return [`must be a ${issue.expected}`, `应为${typeNames[issue.expected] ?? issue.expected}`]
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) === 1
          ? ['must not be empty', '不能为空']
          : [`at least ${issue.minimum} characters`, `至少 ${issue.minimum} 个字符`]
      if (issue.origin === 'array') return [`at least ${issue.minimum} items`, `至少 ${issue.minimum} 项`]
      return [`must be at least ${issue.minimum}`, `不能小于 ${issue.minimum}`]
    case 'too_big':
      if (issue.origin === 'string') return [`at most ${issue.maximum} characters`, `最多 ${issue.maximum} 个字符`]
      if (issue.origin === 'array') return [`at most ${issue.maximum} items`, `最多 ${issue.maximum} 项`]
      return [`must be at most ${issue.maximum}`, `不能大于 ${issue.maximum}`]
    case 'invalid_value':
      return [`must be one of ${issue.values.join(', ')}`, `应为以下之一：${issue.values.join('、')}`]
    case 'invalid_union':
      return missing
        ? ['is required', '为必填项']
        : [issue.message === 'Invalid input' ? 'has an invalid format' : issue.message, '格式不正确']
    case 'invalid_format':
      return formatWords(issue)
    case 'custom': {
      const max = issue.params?.max
      if (max !== undefined) return [`at most ${max} characters`, `最多 ${max} 个字符`]
      return [issue.message, String(issue.params?.zh ?? issue.message)]
    }
    default:
      return [issue.message, '格式不正确']
  }
}

function formatWords(issue: Issue & { code: 'invalid_format' }): [string, string] {
  if (issue.format === 'email') return ['must be an email address', '应为邮箱地址']
  if (issue.format === 'url') return ['must be a URL', '应为网址']
  return [issue.message.startsWith('Invalid') ? 'has an invalid format' : issue.message, '格式不正确']
}

const valueAt = (input: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (at && typeof at === 'object' ? (at as Record<PropertyKey, unknown>)[key] : undefined),
    input,
  )
