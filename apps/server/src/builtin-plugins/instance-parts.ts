import { isSyntheticUser } from '#kit/user-key.ts'
import {
  type BuiltinPlugin,
  fail,
  isObject,
  listOf,
  number,
  objectItem,
  optional,
  p,
  stringItem,
  text,
} from './builtin-types.ts'

const isAddress = (value: string) => /^[^\s@<>",;]{1,100}@[^\s@<>",;]{1,200}$/.test(value)
const MAILS_AN_HOUR = 20

export const mail: BuiltinPlugin = {
  number: 15,
  name: { en: 'Mail', zh: '邮件' },
  description: { en: 'Send email with the SMTP server of this instance', zh: '通过本实例的 SMTP 服务器发送邮件' },
  icon: 'mail',
  tools: [
    {
      name: 'send_mail',
      description: { en: 'Send an email', zh: '发送邮件' },
      changes: true,
      request: [p.string('to', 'URL'), p.string('subject', 'Subject'), p.string('text', 'Message')],
      response: [p.bool('sent', 'Whether it was sent')],
      example: { request: { to: 'person@example.test', subject: 'Hello', text: 'A greeting' } },
      async run({ to, subject, text: body }, env, context) {
        if (!env.mail.isOn())
          throw fail('This instance has no mail server. Its owner can set one up under Administration, Mail')
        if (!isAddress(text(to))) throw fail('to: must be one mail address')
        if (isSyntheticUser(context.endUser)) throw fail('Evaluations send no mail')
        env.limiter.take(`mail:${context.userId}`, MAILS_AN_HOUR, 3600)
        const line = text(subject)
          .replaceAll(/[\r\n]+/g, ' ')
          .slice(0, 200)
        await env.mail.send({ to: text(to), subject: line, text: text(body).slice(0, 100_000) }).catch(() => {
          throw fail('The mail server did not take the mail')
        })
        return { sent: true }
      },
    },
  ],
}

export const knowledgeSearch: BuiltinPlugin = {
  number: 16,
  name: { en: 'Knowledge search', zh: '知识库检索' },
  description: { en: 'Search the knowledge bases of the space', zh: '在空间的知识库中检索' },
  icon: 'library',
  tools: [
    {
      name: 'search_knowledge',
      description: { en: 'Find passages that answer a question', zh: '检索与问题相关的分段' },
      request: [
        p.string('query', 'The question'),
        p.list('knowledge_ids', 'IDs of the knowledge bases', stringItem),
        p.integer('count', 'Number of passages', { global_default: '5' }),
      ],
      response: [
        p.list(
          'pieces',
          'The results',
          objectItem([p.string('text', 'The text'), p.string('source', 'The document'), p.number('score', 'Score')]),
        ),
      ],
      example: { request: { query: 'opening hours', knowledge_ids: ['1'] } },
      run: async ({ query, knowledge_ids, count }, env, context) => ({
        pieces: await env.knowledge(
          listOf(knowledge_ids).map(text).slice(0, 20),
          text(query),
          Math.max(1, Math.min(20, number(count, 5))),
          context,
        ),
      }),
    },
  ],
}

const operations = [
  'EQUAL',
  'NOT_EQUAL',
  'GREATER_THAN',
  'LESS_THAN',
  'GREATER_EQUAL',
  'LESS_EQUAL',
  'IN',
  'NOT_IN',
  'IS_NULL',
  'IS_NOT_NULL',
  'LIKE',
  'NOT_LIKE',
]
export const databaseQuery: BuiltinPlugin = {
  number: 17,
  name: { en: 'Database query', zh: '数据库查询' },
  description: { en: 'Read rows from databases of the space', zh: '读取空间数据库中的数据' },
  icon: 'database',
  tools: [
    {
      name: 'query_database',
      description: { en: 'Read rows that match all conditions', zh: '读取符合全部条件的行' },
      request: [
        p.string('database_id', 'ID of the database'),
        p.list('fields', 'Columns; empty for all', stringItem, optional),
        p.list(
          'conditions',
          'All conditions must match',
          objectItem([
            p.string('field', 'Column'),
            p.string('operation', operations.join(', ')),
            p.string('value', 'Value', optional),
          ]),
          optional,
        ),
        p.integer('limit', 'Max number of rows', { global_default: '50' }),
      ],
      response: [p.list('rows', 'The rows', objectItem()), p.integer('count', 'Number')],
      example: { request: { database_id: '1', conditions: [{ field: 'name', operation: 'EQUAL', value: 'tea' }] } },
      async run({ database_id, fields, conditions, limit }, env, context) {
        const wanted = listOf(conditions)
          .filter(isObject)
          .slice(0, 20)
          .map((item) => {
            const operation = text(item.operation).toUpperCase()
            if (!operations.includes(operation))
              throw fail(`conditions: operation must be one of ${operations.join(', ')}`)
            return { field: text(item.field), operation, value: item.value }
          })
        const rows = await env.database(
          {
            databaseId: text(database_id),
            fields: listOf(fields).map(text).slice(0, 50),
            conditions: wanted,
            limit: Math.max(1, Math.min(200, number(limit, 50))),
          },
          context,
        )
        return { rows, count: rows.length }
      },
    },
  ],
}

export const memory: BuiltinPlugin = {
  number: 18,
  name: { en: 'Memory', zh: '记忆' },
  description: { en: 'Save and find what users tell a bot', zh: '保存并查找用户告诉智能体的信息' },
  icon: 'brain',
  tools: [
    {
      name: 'remember',
      description: { en: 'Save a fact about the user', zh: '记住关于用户的一句话' },
      changes: true,
      request: [p.string('text', 'What to remember')],
      response: [p.bool('kept', 'Whether it was saved')],
      example: { request: { text: 'Likes green tea' }, response: { kept: true } },
      async run({ text: given }, env, context) {
        if (!text(given).trim()) throw fail('text: must not be empty')
        await env.remember(text(given).slice(0, 2000), context)
        return { kept: true }
      },
    },
    {
      name: 'recall',
      description: { en: 'Find saved facts about the user', zh: '查找已记住的关于用户的信息' },
      request: [p.string('query', 'Search words')],
      response: [
        p.list('memories', 'The results', objectItem([p.string('text', 'The sentence'), p.string('date', 'Time')])),
      ],
      example: { request: { query: 'tea' } },
      run: async ({ query }, env, context) => ({ memories: await env.recall(text(query), context) }),
    },
  ],
}
