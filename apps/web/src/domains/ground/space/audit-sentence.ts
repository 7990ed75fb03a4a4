import { SpaceRole } from '@orrery/contract/shared/policy'
import type { Api } from '#lib/create-api.ts'

export type AuditEvent = Awaited<ReturnType<Api['instance']['spaceAudit']>>['events'][number]

/** Actions with a specific sentence; others are shown by their name in the log. */
export const knownActions = [
  'account.disabled',
  'account.enabled',
  'account.login',
  'account.login_failed',
  'account.password_changed',
  'account.password_reset',
  'account.register',
  'account.reset_requested',
  'collaborator.add',
  'collaborator.modify',
  'collaborator.remove',
  'instance.mcp_servers',
  'instance.network',
  'instance.setting',
  'instance.web_search',
  'invite.off',
  'invite.on',
  'member.add',
  'member.exit',
  'member.join',
  'member.remove',
  'member.role',
  'model.provider.share',
  'model.provider.unshare',
  'space.create',
  'space.delete',
  'space.transfer',
  'space.update',
  'token.create',
  'token.delete',
  'token.update',
] as const
export type KnownAction = (typeof knownActions)[number]

export const knownAction = (action: string): KnownAction | undefined =>
  knownActions.find((knownAction) => knownAction === action)

/** Events about people. */
const onPeople = /^(member|collaborator)\.|^account\.(disabled|enabled)$|^space\.transfer$/

/** Ids of the people an event mentions, besides its actor. */
export const peopleIn = (event: AuditEvent): string[] =>
  onPeople.test(event.action) && event.target && event.target !== event.actor_id ? [event.target] : []

interface Names {
  person: (id: string) => string | undefined
  role: (role: SpaceRole) => string
}

const isRole = (value: unknown): value is SpaceRole => Object.values(SpaceRole).includes(value as SpaceRole)
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const list = (value: unknown): string => (Array.isArray(value) && value.length ? value.map(text).join(', ') : '–')

/** Values for the sentence of an event. */
export function auditValues(event: AuditEvent, names: Names): Record<string, string> {
  const { detail, target } = event
  const roleOf = (value: unknown) => (isRole(value) ? names.role(value) : text(value))
  return {
    who: names.person(target) ?? `#${target}`,
    target,
    name: text(detail['name']),
    email: text(detail['email']),
    role: roleOf(detail['role']),
    from: roleOf(detail['from']),
    to: roleOf(detail['to']),
    kind: text(detail['kind']),
    added: list(detail['added']),
    removed: list(detail['removed']),
  }
}
