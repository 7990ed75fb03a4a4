import type { InstanceInfo } from '#lib/instance.ts'

export interface Registration {
  /** Whether the form is offered, or why not. */
  is: 'open' | 'first' | 'invited' | 'needs-invitation' | 'closed'
  /** Only addresses of these domains may register; empty: all. */
  domains: readonly string[]
}

/** Whether and how people can register, with or without an invitation. */
export function registrationOf(info: InstanceInfo | undefined, invite: string | undefined): Registration {
  if (!info) return { is: invite ? 'invited' : 'open', domains: [] }
  if (!info.has_owner) return { is: 'first', domains: [] }
  if (info.registration === 'closed') return { is: 'closed', domains: [] }
  if (invite) return { is: 'invited', domains: [] }
  if (info.registration === 'invite') return { is: 'needs-invitation', domains: [] }
  return { is: 'open', domains: info.email_domains }
}
