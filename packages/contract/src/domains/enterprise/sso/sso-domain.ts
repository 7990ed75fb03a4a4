import { z } from 'zod'
import { op } from '#kit.ts'
import { id } from '#shared/fields.ts'

const access = { on: 'enterprise', id: 'enterprise_id', can: 'configure' } as const
const emailDomain = z.object({
  id: z.string(),
  domain: z.string(),
  /** The name of the TXT record, and its required value. */
  record: z.string(),
  challenge: z.string(),
  /** 0 if it is not verified. */
  verified_at: z.number(),
  checked_at: z.number(),
  /**
   * `missing`: verified, but not found in the last two weekly checks. `lapsed`: not found in three; nobody joins by it
   * until it is verified again.
   */
  state: z.enum(['unverified', 'verified', 'missing', 'lapsed']),
})

export type EmailDomainState = z.infer<typeof emailDomain>['state']

/** E-mail domains of an enterprise. */
export const ssoDomain = {
  list: op('POST /api/enterprise/domain/list', {
    summary: 'List the email domains of an enterprise',
    summaryZh: '列出企业的邮箱域名',
    access,
    input: () => z.object({ enterprise_id: id() }),
    output: () => z.object({ domains: z.array(emailDomain) }),
  }),
  add: op('POST /api/enterprise/domain/add', {
    summary: 'Add an email domain; it counts once its DNS record is found',
    summaryZh: '添加邮箱域名，找到 DNS 记录后生效',
    access,
    stepUp: true,
    input: () => z.object({ enterprise_id: id(), domain: z.string().trim().min(1).max(253) }),
    output: () => z.object({ domain: emailDomain }),
  }),
  verify: op('POST /api/enterprise/domain/verify', {
    summary: 'Look for the DNS record of an email domain',
    summaryZh: '检查邮箱域名的 DNS 记录',
    access,
    limit: { by: 'user', max: 20, seconds: 60 },
    input: () => z.object({ enterprise_id: id(), domain_id: id() }),
    output: () => z.object({ domain: emailDomain }),
  }),
  remove: op('POST /api/enterprise/domain/remove', {
    summary: 'Remove an email domain',
    summaryZh: '移除邮箱域名',
    access,
    stepUp: true,
    input: () => z.object({ enterprise_id: id(), domain_id: id() }),
  }),
}
