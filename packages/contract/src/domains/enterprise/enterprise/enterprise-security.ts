import { z } from 'zod'
import { op } from '#kit.ts'
import { bool, id, int } from '#shared/fields.ts'

const access = { on: 'enterprise', id: 'enterprise_id', can: 'configure' } as const
/** What an enterprise asks of sessions, passwords, networks and second factors. */
const rules = () => ({
  /** How long a session lasts, in hours; 0: as the instance does, 30 days. */
  session_hours: int()
    .refine((hours) => hours === 0 || (hours >= 1 && hours <= 2160), '0, or 1–2160 hours')
    .default(0),
  /** How long a session may stay unused, in minutes; 0: as long as it lasts. */
  idle_minutes: int()
    .refine((minutes) => minutes === 0 || (minutes >= 15 && minutes <= 43_200), '0, or 15–43200 minutes')
    .default(0),
  password_length: int().min(8).max(64).default(8),
  /** Words that no password may contain. */
  password_words: z.array(z.string().trim().min(3).max(40)).max(50).default([]),
  /** How many earlier passwords can't be used again. */
  password_history: int().min(0).max(10).default(0),
  /** After how many days a password has to be reset; 0: never. */
  password_days: int()
    .refine((days) => days === 0 || (days >= 30 && days <= 730), '0, or 30–730 days')
    .default(0),
  /** Passwords from data breaches are refused at each sign-in too. */
  password_breaches: bool().default(false),
  ip_mode: z.enum(['off', 'watch', 'on']).default('off'),
  /** Addresses and networks, e.g. 203.0.113.7 or 2001:db8::/32. */
  ip_list: z.array(z.string().trim().min(2).max(50)).max(200).default([]),
  factor_required: bool().default(false),
  factor_grace_days: int().min(0).max(90).default(14),
})
const person = () =>
  z.object({ user_id: z.string(), name: z.string(), email: z.string(), addresses: z.array(z.string()).optional() })
/** The first 50 of them. */
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
        /** The address that this call came from. */
        own_address: z.string(),
        has_breach_server: z.boolean(),
        /** When the second factor was first required, in milliseconds; 0: it isn't. */
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
        /** Sessions that would end. */
        sessions: affected().extend({ sessions: z.number() }),
        /** People whose addresses of the last 7 days are outside. */
        addresses: affected(),
        /** People without a second factor, and when the last of them has to have one. */
        factors: affected().extend({ due_at: z.number() }),
        /** People whose next password has to follow the rules. */
        passwords: z.number(),
        /** People whose password is too old, and has to be reset at the next sign-in. */
        old_passwords: affected(),
        /** Whether the address of this call is inside. */
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
        /** Until when a second factor has to be set up, in milliseconds; 0: nothing to do. */
        factor_due_at: z.number(),
        is_overdue: z.boolean(),
      }),
  }),
}
