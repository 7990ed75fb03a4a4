import { SpaceType } from '@orrery/contract'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import { space, type SpaceRow } from '#domains/ground/space/space.table.ts'
import { enterpriseErrors } from './enterprise.errors.ts'
import type { EnterpriseService } from './enterprise.service.ts'
import type { PersonGroups } from './group.service.ts'
import type { Organizations } from './organization.service.ts'
import { peopleErrors } from './people.errors.ts'
import type { EnterprisePeople } from './people.service.ts'

export interface EnterpriseSpaceDeps {
  db: Db
  enterprises: EnterpriseService
  people: EnterprisePeople
  organizations: Organizations
  groups: Pick<PersonGroups, 'releaseSpace'>
  accounts: Pick<PassportService, 'getMany'>
  spaces: SpaceService
  audit: AuditService
  /** Called when a space has joined the enterprise; service identities with access to all spaces then get it too. */
  onMovedIn(enterpriseId: string, spaceId: string, actorId: string): Promise<void>
}

/** Spaces of an enterprise. They keep their ids and URLs when they move. Personal spaces cannot move. */
export function createEnterpriseSpaces(deps: EnterpriseSpaceDeps) {
  const { db, enterprises, people, organizations, spaces, audit } = deps

  async function owned(ids: string[], actorId: string): Promise<SpaceRow[]> {
    const rows = ids.length ? await db.select().from(space).where(inArray(space.id, ids)).orderBy(asc(space.id)) : []
    if (rows.length < new Set(ids).size) throw errors.notFound({ what: 'space' })
    for (const row of rows) {
      // Report a space as missing to people who are not in it.
      if (!(await spaces.membership(actorId, row.id))) throw errors.notFound({ what: 'space' })
      if (row.type === SpaceType.personal) throw enterpriseErrors.personalSpace()
      if (row.enterpriseId !== null) throw enterpriseErrors.spaceElsewhere({ name: row.name })
      if (row.ownerId !== actorId) throw enterpriseErrors.spaceNotYours({ name: row.name })
    }
    return rows
  }
  async function inside(enterpriseId: string, spaceId: string): Promise<SpaceRow> {
    const [row] = await db.select().from(space).where(eq(space.id, spaceId))
    if (row?.enterpriseId !== enterpriseId) throw errors.notFound({ what: 'space' })
    return row
  }

  return {
    owned,
    inside,
    async list(enterpriseId: string) {
      const { rows } = await db.execute<{
        id: string
        name: string
        icon_uri: string
        owner_id: string
        organization_id: string | null
        members: number
        resources: number
        created_at: string
      }>(sql`
        SELECT s.id, s.name, s.icon_uri, s.owner_id, s.organization_id, s.created_at,
          (SELECT count(*)::int FROM space_member m WHERE m.space_id = s.id) AS members,
          (SELECT count(*)::int FROM resource r WHERE r.space_id = s.id) AS resources
        FROM space s WHERE s.enterprise_id = ${enterpriseId} ORDER BY lower(s.name), s.id`)
      return rows
    },
    /** Moves spaces in. Their people join as members if their e-mail domain allows it, otherwise as guests. */
    async moveIn(enterpriseId: string, ids: string[], organizationId: string | undefined, actorId: string) {
      const place = organizationId ?? (await enterprises.rootOf(enterpriseId))
      await organizations.get(enterpriseId, place)
      for (const row of await owned(ids, actorId)) {
        const memberIds = await spaces.memberIds(row.id)
        const accounts = await deps.accounts.getMany(memberIds)
        const known = new Set<string>()
        for (const id of memberIds) if (await enterprises.person(enterpriseId, id)) known.add(id)
        const strangers = accounts.filter((user) => !known.has(user.id) && user.kind === 'person')
        const states = await people.joinable(enterpriseId, strangers)
        const refused = strangers.filter((user) => states.get(user.id) !== 'CanJoin')
        if (refused.length) throw peopleErrors.cannotJoin({ names: refused.map((user) => user.name).join(', ') })
        await db.transaction(async (tx) => {
          for (const user of strangers) {
            const roles = [await people.roleFor(enterpriseId, user)]
            await enterprises.addPerson(enterpriseId, { userId: user.id, roles, invitedBy: actorId }, tx)
            await audit.record(
              { actorId, enterpriseId, action: 'enterprise.person_add', target: user.id, detail: { roles } },
              tx,
            )
          }
          await spaces.setEnterprise(row.id, { enterpriseId, organizationId: place }, tx)
          const detail = { name: row.name }
          await audit.record(
            { actorId, enterpriseId, spaceId: row.id, action: 'enterprise.space_in', target: row.id, detail },
            tx,
          )
        })
        await enterprises.changed(enterpriseId)
        for (const id of memberIds) await spaces.rightsChanged(id)
        await deps.onMovedIn(enterpriseId, row.id, actorId)
      }
    },
    /** Moves a space out of the enterprise; from then on it belongs to its owner alone. */
    async moveOut(enterpriseId: string, spaceId: string, actorId: string) {
      const row = await inside(enterpriseId, spaceId)
      const memberIds = await spaces.memberIds(spaceId)
      await db.transaction(async (tx) => {
        await deps.groups.releaseSpace(spaceId, tx)
        await spaces.setEnterprise(spaceId, null, tx)
        const detail = { name: row.name }
        await audit.record(
          { actorId, enterpriseId, spaceId, action: 'enterprise.space_out', target: spaceId, detail },
          tx,
        )
      })
      for (const id of memberIds) await spaces.rightsChanged(id)
    },
    async place(enterpriseId: string, spaceId: string, organizationId: string) {
      await inside(enterpriseId, spaceId)
      await organizations.get(enterpriseId, organizationId)
      await db.transaction((tx) => spaces.setEnterprise(spaceId, { enterpriseId, organizationId }, tx))
    },
    async replace(enterpriseId: string, from: string[], to: string) {
      const rows = await db.select().from(space).where(inArray(space.organizationId, from))
      for (const row of rows)
        await db.transaction((tx) => spaces.setEnterprise(row.id, { enterpriseId, organizationId: to }, tx))
    },
    /** Makes another person of the enterprise the owner. */
    async giveTo(enterpriseId: string, spaceId: string, userId: string, actorId: string) {
      await inside(enterpriseId, spaceId)
      const person = await enterprises.person(enterpriseId, userId)
      if (!person || person.status !== 'active' || person.peopleType !== 'EnterpriseMember')
        throw peopleErrors.badReceiver()
      await spaces.giveTo(spaceId, userId, actorId)
    },
    /** Creates a space in the enterprise. */
    async create(enterpriseId: string, name: string, organizationId: string | undefined, actorId: string) {
      const place = organizationId ?? (await enterprises.rootOf(enterpriseId))
      await organizations.get(enterpriseId, place)
      const saved = await spaces.createTeam(actorId, name, '', '')
      if (saved.refusal) throw saved.refusal
      await db.transaction(async (tx) => {
        await spaces.setEnterprise(saved.id, { enterpriseId, organizationId: place }, tx)
        await audit.record(
          {
            actorId,
            enterpriseId,
            spaceId: saved.id,
            action: 'enterprise.space_in',
            target: saved.id,
            detail: { name },
          },
          tx,
        )
      })
      await spaces.rightsChanged(actorId)
      await deps.onMovedIn(enterpriseId, saved.id, actorId)
      return saved.id
    },
  }
}
export type EnterpriseSpaces = ReturnType<typeof createEnterpriseSpaces>
