import { auditKindOf, type AuditText, auditTextOf } from '@orrery/contract/shared/audit-actions'
import { ConnectorId } from '@orrery/contract/shared/bot-enums'
import { channelKindOf } from '@orrery/contract/shared/channel-kinds'
import { SpaceRole } from '@orrery/contract/shared/policy'
import type { Api } from '#lib/create-api.ts'
import { readLanguage, type Texts } from '#lib/i18n.ts'

export type AuditEvent = Awaited<ReturnType<Api['instance']['spaceAudit']>>['events'][number]

/** What a sentence needs: names for ids, and texts in the language of the page. */
export interface Names {
  of: (id: string) => string | undefined
  role: (role: SpaceRole) => string
  kind: (kind: string) => string
}

const isRole = (value: unknown): value is SpaceRole => Object.values(SpaceRole).includes(value as SpaceRole)
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(text) : [])

/** Settings that are stored under one key each, with the text keys of their names. */
const settings = {
  settings: 'audit.ofSettings',
  arena: 'audit.ofArena',
  flags: 'audit.ofFlags',
  'turn-limits': 'audit.ofLimits',
  content_check: 'audit.ofContent',
} as const

/** An entry of the audit log as a sentence, with names instead of ids. */
export function auditSentence(t: Texts<'space'>, event: AuditEvent, names: Names): string {
  const key = auditTextOf(event.action)
  if (!key) return t('audit.newer')
  const special = specialText(key, event)
  return special
    ? t(special)
    : t(`audit.${key}`, auditValues(t, event, names))
        .replaceAll(/ {2,}/g, ' ')
        .trim()
}

function specialText(key: AuditText, { target, detail }: AuditEvent) {
  if (key === 'space.create' && detail['name'] === 'Personal') return 'audit.ofPersonal' as const
  if (key === 'instance.setting') return settings[target as keyof typeof settings]
  return undefined
}

/** The values for the sentence of an event. None of them is an id, and none is missing. */
export function auditValues(t: Texts<'space'>, event: AuditEvent, names: Names): Record<string, string> {
  const { detail, target, action } = event
  const gone = t('audit.gone')
  const named = (id: unknown) => names.of(text(id)) ?? gone
  const roleOf = (value: unknown) => (isRole(value) ? names.role(value) : text(value))
  const list = (values: readonly string[]) => (values.length ? values.join(t('audit.comma')) : '–')
  const kind = auditKindOf(action)
  return {
    who: names.of(target) ?? t('audit.goneUser'),
    target,
    name: text(detail['name']) || named(target),
    email: text(detail['email']),
    role: roleOf(detail['role']),
    from: roleOf(detail['from']),
    to: roleOf(detail['to']),
    kind: kind ? names.kind(kind) : '',
    added: list(strings(detail['added'])),
    removed: list(strings(detail['removed'])),
    max: text(detail['max']),
    number: text(detail['count']),
    bot: named(detail['botId']),
    workflow: named(detail['workflowId']),
    channel: channelName(t, text(detail['connector']) || target),
    channels: list(strings(detail['connectors']).map((id) => channelName(t, id))),
    version: versionName(text(detail['version'])),
    label: text(detail['label']),
  }
}

function channelName(t: Texts<'space'>, id: string): string {
  if (id === ConnectorId.api) return t('audit.channel.api')
  if (id === ConnectorId.webSdk) return t('audit.channel.widget')
  if (id === ConnectorId.page) return t('audit.channel.page')
  const kind = channelKindOf(id)
  return kind ? kind[readLanguage() === 'en' ? 'en' : 'zh'].name : t('audit.channel.other')
}

/** Entries of earlier versions contain a long number instead of a name. */
const versionName = (version: string): string => (/^\d{10,}$/.test(version) ? '' : version)
