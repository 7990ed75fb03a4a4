import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, id, int } from '#shared/fields.ts'

const access = { on: 'enterprise', id: 'enterprise_id', can: 'configure' } as const
/** Rules of an enterprise for sessions, passwords, networks and second factors. */
const rules = () => ({
  /** How long a session lasts, in hours; 0 uses the default of the instance, 30 days. */
  session_hours: int()
    .refine((hours) => hours === 0 || (hours >= 1 && hours <= 2160), '0, or 1–2160 hours')
    .default(0),
  /** After how many minutes without use a session ends; 0 disables the limit. */
  idle_minutes: int()
    .refine((minutes) => minutes === 0 || (minutes >= 15 && minutes <= 43_200), '0, or 15–43200 minutes')
    .default(0),
  password_length: int().min(8).max(64).default(8),
  /** Words that no password may contain. */
  password_words: z.array(z.string().trim().min(3).max(40)).max(50).default([]),
  /** How many earlier passwords cannot be used again. */
  password_history: int().min(0).max(10).default(0),
  /** After how many days a password has to be reset; 0: never. */
  password_days: int()
    .refine((days) => days === 0 || (days >= 30 && days <= 730), '0, or 30–730 days')
    .default(0),
  /** Also refuses passwords from data breaches at each sign-in. */
  password_breaches: bool().default(false),
  ip_mode: z.enum(['off', 'watch', 'on']).default('off'),
  /** Addresses and networks, e.g. 203.0.113.7 or 2001:db8::/32. */
  ip_list: z.array(z.string().trim().min(2).max(50)).max(200).default([]),
  factor_required: bool().default(false),
  factor_grace_days: int().min(0).max(90).default(14),
})
const person = () =>
  z.object({ user_id: z.string(), name: z.string(), email: z.string(), addresses: z.array(z.string()).optional() })
/** Up to 50 of the people concerned, and how many there are. */
const affected = () => z.object({ total: z.number(), people: z.array(person()) })

export const enterpriseSecurity = {
  get: op('POST /api/enterprise/security/get', {
    summary: 'Get the security rules of an enterprise',
    summaryZh: '获取企业安全规则',
    access,
    input: () => z.object({ enterprise_id: id() }),
    output: () =>
      z.object({
        rules: z.object(rules()),
        /** The IP address of this call. */
        own_address: z.string(),
        has_breach_server: z.boolean(),
        /** When the second factor was first required, in milliseconds; 0 if it is not required. */
        factor_since: z.number(),
      }),
  }),
  preview: op('POST /api/enterprise/security/preview', {
    summary: 'List who would lose what by security rules, without saving them',
    summaryZh: '预览安全规则会影响的人员，不保存',
    access,
    limit: { by: 'user', max: 60, seconds: 60 },
    input: () => z.object({ enterprise_id: id(), ...rules() }),
    output: () =>
      z.object({
        /** Sessions that the new rules would end. */
        sessions: affected().extend({ sessions: z.number() }),
        /** People who used an address outside the allowed networks in the last 7 days. */
        addresses: affected(),
        /** People without a second factor, and the last date by which they must have one. */
        factors: affected().extend({ due_at: z.number() }),
        /** People whose next password must follow the rules. */
        passwords: z.number(),
        /** People whose password is too old and must be reset at the next sign-in. */
        old_passwords: affected(),
        /** Whether the address of this call is in the allowed networks. */
        is_own_address_inside: z.boolean(),
      }),
  }),
  save: op('POST /api/enterprise/security/save', {
    summary: 'Save the security rules of an enterprise',
    summaryZh: '保存企业安全规则',
    access,
    stepUp: true,
    input: () => z.object({ enterprise_id: id(), ...rules() }),
    output: () => z.object({ sessions_ended: z.number() }),
  }),
  mine: op('POST /api/enterprise/security/mine', {
    summary: 'Get what the security rules of an enterprise ask of the caller',
    summaryZh: '获取企业安全规则对当前用户的要求',
    access: { on: 'enterprise', id: 'enterprise_id', can: 'view' },
    input: () => z.object({ enterprise_id: id() }),
    output: () =>
      z.object({
        /** The date by which the caller must set up a second factor, in milliseconds; 0 if there is nothing to do. */
        factor_due_at: z.number(),
        is_overdue: z.boolean(),
      }),
  }),
}
