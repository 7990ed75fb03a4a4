import { auditTextOf, auditTexts } from '@orrery/contract/shared/audit-actions'
import { ConnectorId } from '@orrery/contract/shared/bot-enums'
import { SpaceRole } from '@orrery/contract/shared/policy'
import { describe, expect, it } from 'vitest'
import chinese from '#locales/zh-CN/space.json' with { type: 'json' }
import english from '#locales/en/space.json' with { type: 'json' }
import type { Texts } from '#lib/i18n.ts'
import { type AuditEvent, auditSentence, auditValues, type Names } from './audit-sentence.ts'

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
const textsOf =
  (texts: Record<string, string>): Texts<'space'> =>
  (key, values = {}) =>
    texts[key]!.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
const t = textsOf(english)
const names: Names = {
  of: (id) => ({ '7': 'Ada', '12': 'Concierge' })[id],
  role: (role) => `role ${role}`,
  kind: (kind) => kind,
}
const say = (values: Partial<AuditEvent>) => auditSentence(t, event(values), names)

describe('entries of the audit log', () => {
  it.each(auditTexts)('%s has a sentence in both languages, and all values that the sentence uses', (key) => {
    const values = Object.keys(auditValues(t, event({}), names))
    for (const [texts, script] of [
      [english, /^[A-Z]/],
      [chinese, /\p{Script=Han}/u],
    ] as [Record<string, string>, RegExp][]) {
      const sentence = texts[`audit.${key}`] ?? ''
      expect(sentence).toMatch(script)
      for (const [, name] of sentence.matchAll(/\{\{(\w+)\}\}/g)) expect(values).toContain(name)
    }
  })

  it('contain names of people and resources, and never an id', () => {
    expect(say({ action: 'account.disabled', target: '7' })).toContain('Ada')
    expect(say({ action: 'account.disabled', target: '8' })).not.toContain('8')
    expect(say({ action: 'webhook.create', target: '99', detail: { botId: '12' } })).toContain('“Concierge”')
    const publication = { version: 'v1.2.0', connectors: [ConnectorId.api, ConnectorId.page, '777'] }
    expect(say({ action: 'bot.publish', target: '12', detail: publication })).toBe(
      'Published the bot “Concierge” v1.2.0 to the API, the public page, another channel',
    )
    const older = { version: '1794766173991', connectors: [ConnectorId.api] }
    expect(say({ action: 'bot.publish', target: '12', detail: older })).toBe('Published the bot “Concierge” to the API')
  })

  it('share one sentence per action for all kinds of resources', () => {
    expect(say({ action: 'workflow.create', detail: { name: 'Refund' } })).toBe('Created the workflow “Refund”')
    expect(auditTextOf('knowledge.deleted')).toBe('head.delete')
    expect(auditTextOf('database.restore')).toBe('head.restore')
  })

  it('name the changed setting, and recognise a personal space', () => {
    expect(say({ action: 'instance.setting', target: 'flags', detail: { value: { 'market.ratings': false } } })).toBe(
      english['audit.ofFlags'],
    )
    expect(say({ action: 'space.create', detail: { name: 'Personal' } })).toBe(english['audit.ofPersonal'])
  })

  it('contain names of roles', () => {
    const values = auditValues(t, event({ detail: { from: SpaceRole.admin, to: SpaceRole.member } }), names)
    expect([values['from'], values['to']]).toEqual(['role 2', 'role 3'])
  })

  it('have a general sentence for actions unknown to this version', () => {
    expect(say({ action: 'part.not.built', detail: { secret: '{}' } })).toBe(english['audit.newer'])
  })
})
