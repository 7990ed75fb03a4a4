import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { CollaboratorService } from '#domains/ground/collaborator/collaborator.service.ts'
import type { EnterpriseFigures } from './enterprise-figures.ts'
import type { EnterpriseSpaces } from './enterprise-space.service.ts'
import type { EnterpriseView } from './enterprise.view.ts'

export interface EnterpriseSpaceRoutesDeps {
  spaces: EnterpriseSpaces
  figures: EnterpriseFigures
  view: EnterpriseView
  collaborators: Pick<CollaboratorService, 'sharedWith'>
}

export function enterpriseSpaceRoutes({
  spaces,
  figures,
  view,
  collaborators,
}: EnterpriseSpaceRoutesDeps): Handlers<typeof contract.enterpriseSpaces> {
  return {
    overview: (input) => figures(input.enterprise_id),
    shared: async (input, ctx) => ({ shared: await collaborators.sharedWith(ctx.userId, input.enterprise_id) }),
    list: async (input) => {
      const rows = await spaces.list(input.enterprise_id)
      const owners = await view.users(rows.map((row) => row.owner_id))
      return {
        spaces: rows.map((row) => ({
          space_id: row.id,
          name: row.name,
          icon_url: view.iconOf(row.icon_uri),
          ...(owners.get(row.owner_id) && { owner: owners.get(row.owner_id)! }),
          organization_id: row.organization_id ?? '',
          members: row.members,
          resources: row.resources,
          created_at: seconds(Number(row.created_at)),
        })),
      }
    },
    create: async (input, ctx) => ({
      space_id: await spaces.create(input.enterprise_id, input.name, input.organization_id, ctx.userId),
    }),
    moveIn: async (input, ctx) => {
      await spaces.moveIn(input.enterprise_id, input.space_ids, input.organization_id, ctx.userId)
      return {}
    },
    moveOut: async (input, ctx) => {
      await spaces.moveOut(input.enterprise_id, input.space_id, ctx.userId)
      return {}
    },
    place: async (input) => {
      await spaces.place(input.enterprise_id, input.space_id, input.organization_id)
      return {}
    },
    transfer: async (input, ctx) => {
      await spaces.giveTo(input.enterprise_id, input.space_id, input.user_id, ctx.userId)
      return {}
    },
  }
}
