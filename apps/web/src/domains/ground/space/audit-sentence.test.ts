import { SpaceRole } from '@orrery/contract/shared/policy'
import { describe, expect, it } from 'vitest'
import english from '#locales/en/space.json' with { type: 'json' }
import { type AuditEvent, auditValues, knownAction, knownActions, peopleIn } from './audit-sentence.ts'

const event = (values: Partial<AuditEvent>): AuditEvent => ({
  id: '1',
  at: 0,
  actor_id: 'me',
  actor_name: '',
  actor_avatar_url: '',
  action: '',
  target: '',
  address: '',
  detail: {},
  ...values,
})
const names = { person: (id: string) => (id === '7' ? 'Ada' : undefined), role: (role: SpaceRole) => `role ${role}` }

describe('entries of the log', () => {
  it('have a sentence for every act that is known, and no value in it stays empty by its name', () => {
    const values = auditValues(event({ target: '7' }), names)
    for (const action of knownActions) {
      const sentence = (english as Record<string, string>)[`audit.${action}`]
      expect(sentence, action).toBeDefined()
      for (const [, name] of sentence!.matchAll(/\{\{(\w+)\}\}/g)) expect(Object.keys(values), action).toContain(name)
    }
    expect(knownAction('part.not.built')).toBeUndefined()
  })

  it('name people, or show the id of an unknown person', () => {
    expect(auditValues(event({ target: '7' }), names)['who']).toBe('Ada')
    expect(auditValues(event({ target: '8' }), names)['who']).toBe('#8')
  })

  it('write roles in words', () => {
    const values = auditValues(event({ detail: { from: SpaceRole.admin, to: SpaceRole.member } }), names)
    expect([values['from'], values['to']]).toEqual(['role 2', 'role 3'])
  })

  it('request only names of people, without the actor', () => {
    expect(peopleIn(event({ action: 'member.add', target: '7' }))).toEqual(['7'])
    expect(peopleIn(event({ action: 'account.disabled', target: '7' }))).toEqual(['7'])
    expect(peopleIn(event({ action: 'token.create', target: '7' }))).toEqual([])
    expect(peopleIn(event({ action: 'member.exit', target: 'me' }))).toEqual([])
  })
})
