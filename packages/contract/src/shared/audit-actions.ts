import { type ResourceKind, resourceKinds } from '#shared/resource-kinds.ts'

/**
 * Everything that is written to the audit log, by area. The server can write nothing else, and the screens have a sentence for
 * each in both languages.
 */
const byArea = {
  account: [
    'account.disabled',
    'account.enabled',
    'account.erased',
    'account.login',
    'account.login_failed',
    'account.password_changed',
    'account.password_reset',
    'account.register',
    'account.reset_requested',
    'account.standing',
    'takeout.begin',
  ],
  people: [
    'collaborator.add',
    'collaborator.close',
    'collaborator.modify',
    'collaborator.open',
    'collaborator.remove',
    'invitation.cancel',
    'invitation.send',
    'invite.off',
    'invite.on',
    'member.add',
    'member.exit',
    'member.join',
    'member.remove',
    'member.role',
    'space.create',
    'space.delete',
    'space.transfer',
    'space.update',
  ],
  access: [
    'api_app.create',
    'api_app.delete',
    'api_app.subscribe',
    'api_app.unsubscribe',
    'api_app.update',
    'connector.authorize',
    'connector.create',
    'connector.delete',
    'connector.install',
    'connector.oauth',
    'connector.publicity',
    'connector.review',
    'connector.revoke',
    'connector.uninstall',
    'connector.update',
    'oauth.create',
    'oauth.delete',
    'oauth.key.create',
    'oauth.key.delete',
    'oauth.secret.create',
    'oauth.secret.delete',
    'oauth.update',
    'oauth.web_token',
    'playground.sync',
    'plugin.authorize',
    'plugin.private_link',
    'plugin.private_link_delete',
    'plugin.revoke',
    'quota.remove',
    'quota.set',
    'token.create',
    'token.delete',
    'token.update',
    'webhook.create',
    'webhook.remove',
  ],
  publishing: [
    'bot.publish',
    'bot.rollback',
    'bot.unpublish',
    'channel.drop',
    'channel.pause',
    'channel.remove',
    'channel.resend',
    'channel.resume',
    'channel.save',
    'plugin.publish',
    'product.approve',
    'product.ban',
    'product.reject',
    'product.relist',
    'product.submit',
    'product.unban',
    'product.unlist',
    'product.withdraw',
    'project.publish',
    'project.rollback',
    'prompt.approve',
    'prompt.escape',
    'prompt.offline',
    'prompt.point',
    'prompt.reject',
    'prompt.release',
    'prompt.release_gray',
    'prompt.rollback',
    'prompt.security_level',
    'prompt.skip',
    'share.renew',
    'share.save',
  ],
  resources: ['database.update', 'trigger.create', 'trigger.remove', 'trigger.rotate'],
  models: [
    'model.config_type',
    'model.default',
    'model.expand',
    'model.provider.create',
    'model.provider.delete',
    'model.provider.share',
    'model.provider.unshare',
    'model.provider.update',
    'model.train',
    'model.update',
    'voice.clone',
    'voice.delete',
    'voice.quota',
    'voiceprint.create',
    'voiceprint.delete',
  ],
  instance: [
    'instance.branding',
    'instance.mail',
    'instance.mcp_servers',
    'instance.network',
    'instance.setting',
    'instance.web_search',
    'knowledge.setup',
    'market.feature',
    'market.recommend',
    'market.topic',
    'market.topic_removed',
    'market.unfeature',
    'market.unrecommend',
    'workflow.feature',
  ],
} as const

export type AuditArea = keyof typeof byArea
export const auditAreas = Object.keys(byArea) as AuditArea[]
type OwnAction = (typeof byArea)[AuditArea][number]

/** What happens to every kind of resource, recorded as `bot.create` or `workflow.restore`. */
const headActs = ['create', 'delete', 'expire', 'purge', 'restore'] as const
type HeadAct = (typeof headActs)[number]
export type AuditAction = OwnAction | `${ResourceKind}.${HeadAct}`

/** The sentence of an entry: one for each action, and one for each thing that happens to resources of any kind. */
export type AuditText = OwnAction | `head.${HeadAct}`
const own: readonly OwnAction[] = Object.values(byArea).flat()
export const auditTexts: readonly AuditText[] = [...own, ...headActs.map((act) => `head.${act}` as const)]

const kinds = Object.keys(resourceKinds) as (keyof typeof resourceKinds)[]
/** Names that entries of earlier versions have. */
const renamed: Readonly<Record<string, AuditAction>> = { 'knowledge.deleted': 'knowledge.delete' }

/** Which sentence an entry has. Undefined for the entry of a version that is newer than this one. */
export function auditTextOf(action: string): AuditText | undefined {
  const name = renamed[action] ?? action
  const found = own.find((known) => known === name)
  if (found) return found
  const [kind, act] = name.split('.')
  const head = headActs.find((known) => known === act)
  return head && kinds.some((known) => known === kind) ? `head.${head}` : undefined
}

/** The kind of resource that an entry is about, when its sentence is one of those for all kinds. */
export const auditKindOf = (action: string): keyof typeof resourceKinds | undefined =>
  auditTextOf(action)?.startsWith('head.') ? kinds.find((kind) => action.startsWith(`${kind}.`)) : undefined

/** Actions of an area; those that belong to kinds of resources are resources, whatever the kind. */
export const auditActionsOf = (area: AuditArea): readonly string[] =>
  area === 'resources'
    ? [
        ...byArea.resources,
        ...kinds.flatMap((kind) => headActs.map((act) => `${kind}.${act}`)),
        ...Object.keys(renamed),
      ]
    : byArea[area]
