import type { contract } from '@orrery/contract'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { createAuditPage } from '#domains/ground/audit/shared/audit-page.ts'
import { passportErrors } from '#domains/ground/passport/passport.errors.ts'
import type { FactorService } from '#domains/ground/factor/factor.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { BrandingService } from './branding.service.ts'
import type { InstanceService } from './instance.service.ts'
import type { MailService } from './mail.service.ts'
import type { NetworkService } from './network.service.ts'

export interface InstanceRoutesDeps {
  instance: InstanceService
  network: NetworkService
  passport: PassportService
  audit: AuditService
  links: FileLinks
  version: string
  mail: MailService
  branding: BrandingService
  factors: Pick<FactorService, 'among'>
}
type AuditInput = Parameters<Handlers<typeof contract.instance>['audit']>[0]
const levels = { info: 'info', success: 'info', warning: 'warn', error: 'error', fatal: 'fatal' } as const

export function instanceRoutes({
  instance,
  network,
  passport,
  audit,
  links,
  version,
  mail,
  branding,
  factors,
}: InstanceRoutesDeps): Handlers<typeof contract.instance> {
  const pageOf = createAuditPage({ audit, people: passport, links })
  const auditPage = ({ user_id, page, size, ...filter }: AuditInput, spaceId?: string) =>
    pageOf({ ...filter, actorId: user_id, spaceId }, page, size)
  return {
    network: () => {
      const { allow, fixed } = network.get()
      return { allow, fixed: [...fixed] }
    },
    tryNetwork: async (input) => ({ status: await network.try(input.url) }),
    saveNetwork: async (input, ctx) => {
      await network.save(input.allow, ctx.userId)
      return {}
    },
    info: async () => {
      const { registration, emailDomains, currency, privacyPolicy, userAgreement } = await instance.settings()
      const look = branding.get()
      return {
        version,
        has_owner: await passport.hasAnyone(),
        registration,
        email_domains: emailDomains,
        currency,
        mail: mail.get().source !== 'none',
        privacy_policy: privacyPolicy,
        user_agreement: userAgreement,
        branding: { name: look.name, color: look.color, logo_url: links.make(look.logoKey) },
      }
    },
    mail: () => {
      const { source, stored } = mail.get()
      return {
        source,
        host: stored?.host ?? '',
        port: stored?.port ?? 587,
        security: stored?.security ?? 'starttls',
        user: stored?.user ?? '',
        from_address: stored?.from ?? '',
        has_password: Boolean(stored?.sealed),
      }
    },
    saveMail: async ({ from_address: from, ...server }, ctx) => {
      await mail.save({ ...server, from }, ctx.userId)
      return {}
    },
    removeMail: async (_, ctx) => {
      await mail.remove(ctx.userId)
      return {}
    },
    testMail: async ({ from_address: from, to, ...server }, ctx) => {
      await mail.test({ ...server, from }, to, ctx.locale)
      return {}
    },
    saveBranding: async (input, ctx) => {
      await branding.save(input, ctx.userId)
      return {}
    },
    uploadLogo: async (input, ctx) => {
      await branding.setLogo(input.logo, ctx.userId)
      return {}
    },
    removeLogo: async (_, ctx) => {
      await branding.removeLogo(ctx.userId)
      return {}
    },
    settings: async () => {
      const { registration, emailDomains, currency, privacyPolicy, userAgreement } = await instance.settings()
      return {
        registration,
        email_domains: emailDomains,
        currency,
        privacy_policy: privacyPolicy,
        user_agreement: userAgreement,
      }
    },
    saveSettings: async (input, ctx) => {
      await instance.saveSettings(
        {
          ...(input.registration && { registration: input.registration }),
          ...(input.email_domains && { emailDomains: input.email_domains }),
          ...(input.currency && { currency: input.currency }),
          ...(input.privacy_policy !== undefined && { privacyPolicy: input.privacy_policy }),
          ...(input.user_agreement !== undefined && { userAgreement: input.user_agreement }),
        },
        ctx.userId,
      )
      return {}
    },
    users: async (input) => {
      const { rows, total } = await passport.page(input.search_word, input.page, input.size)
      const protectedIds = await factors.among(rows.map((user) => user.id))
      return {
        total,
        users: rows.map((user) => ({
          id: user.id,
          name: user.name,
          user_unique_name: user.uniqueName,
          email: user.email,
          avatar_url: links.make(user.avatarKey),
          is_instance_owner: user.isInstanceOwner,
          disabled: user.disabled,
          created_at: user.createdAt,
          last_seen_at: user.lastSeenAt,
          label: user.label,
          level: user.level,
          has_second_step: protectedIds.has(user.id),
        })),
      }
    },
    setUserDisabled: async (input, ctx) => {
      // The owner cannot disable themselves: no one could reverse it.
      if (input.user_id === ctx.userId) throw passportErrors.notYourself()
      await passport.setDisabled(input.user_id, input.disabled, ctx.userId)
      return {}
    },
    setStanding: async ({ user_id: userId, ...standing }, ctx) => {
      await passport.setStanding(userId, standing, ctx.userId)
      return {}
    },
    resetCodes: async () => ({
      codes: (await passport.openResetCodes()).map((row) => ({
        email: row.email,
        code: row.code,
        created_at: row.createdAt,
        expires_at: row.expiresAt,
      })),
    }),
    audit: (input) => auditPage(input),
    spaceAudit: ({ space_id, ...input }) => auditPage(input, space_id),
    flags: async () => ({ flags: await instance.flags() }),
    saveFlags: async (input, ctx) => {
      await instance.saveFlags(input.flags, ctx.userId)
      return {}
    },
    health: async () => {
      const { version: databaseVersion, sizeBytes, latencyMs, connections } = await instance.databaseHealth()
      return {
        version,
        uptime_ms: Math.round(process.uptime() * 1000),
        memory_bytes: process.memoryUsage.rss(),
        database: { version: databaseVersion, size_bytes: sizeBytes, latency_ms: latencyMs, connections },
      }
    },
    reportError: (input, ctx) => {
      ctx.log[levels[input.level]](
        { browser: { ...input, level: undefined }, userId: ctx.userId, logId: ctx.logId, address: ctx.address },
        'browser',
      )
      return {}
    },
  }
}
