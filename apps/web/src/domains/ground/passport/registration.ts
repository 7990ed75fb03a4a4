import type { InstanceInfo } from '#lib/instance.ts'

export interface Registration {
  /** The form is offered, or the reason why it is not. */
  is: 'open' | 'first' | 'invited' | 'needs-invitation' | 'closed'
  /** Only addresses of these domains; empty: any. */
  domains: readonly string[]
}

/** Ways to get an account here, with or without an invitation. */
export function registrationOf(info: InstanceInfo | undefined, invite: string | undefined): Registration {
  if (!info) return { is: invite ? 'invited' : 'open', domains: [] }
  if (!info.has_owner) return { is: 'first', domains: [] }
  if (info.registration === 'closed') return { is: 'closed', domains: [] }
  if (invite) return { is: 'invited', domains: [] }
  if (info.registration === 'invite') return { is: 'needs-invitation', domains: [] }
  return { is: 'open', domains: info.email_domains }
}
