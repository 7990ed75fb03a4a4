import { expect, test } from 'vitest'
import { countByKind } from './count-by-kind.ts'
import { affectedUsers, type UsedBy } from './affected-users.ts'

const user = (id: string) => ({
  id,
  kind: 'bot',
  sub_type: 0,
  name: id,
  space_id: '1',
  project_id: '',
  project_name: '',
  in_draft: true,
  in_published: true,
  channels: [],
})
const live = (id: string) => ({ ...user(id), via: '' })

test('deleted resources are not listed as affected; remaining ones are listed once', () => {
  const found = new Map<string, UsedBy>([
    ['flow', { users: [user('bot'), user('other')], live: [live('bot')] }],
    ['base', { users: [user('bot'), user('flow')], live: [live('bot'), live('page')] }],
    ['page', { users: [], live: [live('page')] }],
  ])
  const { users, live: lost, online } = affectedUsers(found)
  expect(users.map(({ id }) => id)).toEqual(['bot', 'other'])
  expect(lost.map(({ id }) => id)).toEqual(['bot'])
  expect(online.map(({ id }) => id)).toEqual(['page'])
})

test('users are counted by kind, bots first', () => {
  const users = ['workflow', 'bot', 'project', 'bot'].map((kind) => ({ kind }))
  expect(countByKind(users)).toEqual([
    { kind: 'bot', count: 2 },
    { kind: 'project', count: 1 },
    { kind: 'workflow', count: 1 },
  ])
})
