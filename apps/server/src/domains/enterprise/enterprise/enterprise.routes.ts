import { type contract, mayEnterprise } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { InstanceService } from '#domains/ground/instance/instance.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import { CLOSING_MS, type EnterpriseService } from './enterprise.service.ts'
import type { EnterpriseView } from './enterprise.view.ts'

export interface EnterpriseRoutesDeps {
  enterprises: EnterpriseService
  people: Pick<PassportService, 'get'>
  instance: Pick<InstanceService, 'isOn'>
  view: EnterpriseView
}
const domainOf = (email: string) => email.split('@').at(-1)!.toLowerCase()

export function enterpriseRoutes({
  enterprises,
  people,
  instance,
  view,
}: EnterpriseRoutesDeps): Handlers<typeof contract.enterprise> {
  return {
    exists: async (_, ctx) => ({ enterprise_exist: (await enterprises.listOf(ctx.userId)).length > 0 }),
    needed: async (_, ctx) => ({
      need_create_enterprise:
        (await instance.isOn('enterprise.required')) && (await enterprises.listOf(ctx.userId)).length === 0,
    }),
    certificate: async (_, ctx) => {
      const user = await people.get(ctx.userId)
      const mine = await enterprises.listOf(ctx.userId)
      for (const { enterprise } of mine) {
        const domains = (await enterprises.domainsOf(enterprise.id)).map((row) => row.domain)
        const domain = domains.find((own) => own === domainOf(user.email)) ?? domains[0]
        if (domain !== undefined)
          return {
            certification_type: 'EnterpriseCertification' as const,
            level: 'Enterprise' as const,
            certification_info: domain,
            super_admin_list: await view.superAdmins(enterprise.id),
          }
      }
      return {
        certification_type: user.email ? ('PersonalCertification' as const) : ('Uncertified' as const),
        level: mine.length ? ('Enterprise' as const) : ('Free' as const),
        certification_info: '',
        super_admin_list: [],
      }
    },
    list: async (input, ctx) => {
      const [user, mine] = await Promise.all([people.get(ctx.userId), enterprises.listOf(ctx.userId)])
      const shown = mine.filter(({ roles }) => input.contain_enterprise_of_user || mayEnterprise(roles, 'managePeople'))
      const { user_id, name, nick_name, avatar_url } = view.toUser(user)
      return {
        personal_account_info: { user_id, user_name: name, nick_name, avatar_url },
        enterprise_info_list: shown.map(({ enterprise, roles, rootId }) => ({
          enterprise_id: enterprise.id,
          name: enterprise.name,
          icon_uri: view.iconOf(enterprise.iconUri),
          enterprise_role_type_list: roles,
          default_organization_id: rootId,
          replace_logo: enterprise.replaceLogo,
          closing: enterprise.closingAt !== null,
        })),
      }
    },
    get: async (input, ctx) => {
      const [found, rootId, admins, domains] = await Promise.all([
        enterprises.get(input.enterprise_id),
        enterprises.rootOf(input.enterprise_id),
        view.superAdmins(input.enterprise_id),
        enterprises.domainsOf(input.enterprise_id),
      ])
      const standing = await enterprises.standing(ctx.userId, found.id)
      const icon = view.iconOf(found.iconUri)
      return {
        level: 'Enterprise' as const,
        enterprise_id: found.id,
        name: found.name,
        icon_url: icon,
        icon_uri: icon,
        default_organization_id: rootId,
        enterprise_role_type_list: [...(standing?.roles ?? [])],
        super_admin_list: admins,
        create_time: seconds(found.createdAt),
        expiration_time: -1,
        replace_logo: found.replaceLogo,
        verified_domains: domains.map((row) => row.domain),
        ...(found.closingAt !== null && { removal_time: seconds(found.closingAt + CLOSING_MS) }),
      }
    },
    create: async (input, ctx) => {
      const { id, rootId } = await enterprises.create(ctx.userId, input.name, input.icon_uri)
      return { enterprise_id: id, default_organization_id: rootId }
    },
    update: async (input, ctx) => {
      await enterprises.update(input.enterprise_id, ctx.userId, {
        ...(input.name !== undefined && { name: input.name }),
        ...(input.icon_uri !== undefined && { iconUri: input.icon_uri }),
        ...(input.replace_logo !== undefined && { replaceLogo: input.replace_logo }),
      })
      return {}
    },
    close: async (input, ctx) => ({
      removal_time: seconds(await enterprises.close(input.enterprise_id, ctx.userId, input.name)),
    }),
    reopen: async (input, ctx) => {
      await enterprises.reopen(input.enterprise_id, ctx.userId)
      return {}
    },
  }
}
