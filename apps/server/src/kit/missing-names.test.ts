import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { partKinds, resourceKinds } from '@orrery/contract'
import { expect, test } from 'vitest'
import { errors } from './errors.ts'
import { nameInChinese } from './missing-names.ts'

const root = path.resolve(import.meta.dirname, '..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)

test('everything that can be missing has a Chinese name', () => {
  const said = sources.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return [...text.matchAll(/notFound\(\{ what: '([^']+)' \}/g)].map(([, what]) => what!)
  })
  expect(said.length).toBeGreaterThan(50)
  const kinds = [...Object.keys(resourceKinds), ...partKinds]
  const unnamed = new Set([...said, ...kinds].filter((what) => what !== 'resource' && nameInChinese(what) === '资源'))
  expect([...unnamed]).toEqual([])
})

test("messages have the reader's word for it, in their language", () => {
  const error = errors.notFound({ what: 'knowledge' })
  expect(error.text('en')).toBe("This knowledge base doesn't exist or was deleted")
  expect(error.text('zh-CN')).toBe('该知识库不存在或已被删除')
  expect(errors.notFound({ what: 'plugin 7' }).text('zh-CN')).toBe('该插件 7 不存在或已被删除')
})
