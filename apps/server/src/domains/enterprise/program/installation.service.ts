import { SpaceRole } from '@orrery/contract'
import { isId } from '@orrery/contract/shared/is-id'
import { and, asc, count, eq, inArray } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { OauthApps } from '#domains/ground/oauth/app.service.ts'
import type { OauthGrants } from '#domains/ground/oauth/grant.service.ts'
import type { Installed } from '#domains/ground/oauth/shared/installed-app.ts'
import type { OauthApp } from '#domains/ground/oauth/oauth.table.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import { enterprisePerson } from '#domains/enterprise/enterprise/enterprise.table.ts'
import { programErrors } from './program.errors.ts'
import { appInstallation, type AppInstallationRow, appOptOut, type InstallationKind } from './program.table.ts'

const MAX_INSTALLATIONS = 500
export interface InstallationDeps {
  db: Db
  bus: Bus
  audit: AuditService
  clock: Clock
  apps: OauthApps
  grants: OauthGrants
  people: Pick<PassportService, 'createService' | 'endService' | 'get'>
  spaces: Pick<SpaceService, 'addMembers' | 'membership' | 'dropFrom' | 'get'>
}
/** Removes enterprise scopes: apps never get these on behalf of a person. */
const withoutEnterprise = (scopes: string[] | null) =>
  (scopes ?? []).filter((scope) => !scope.startsWith('Enterprise.'))

/** Installations of apps in enterprises. An app acts as itself, in given spaces, or on behalf of people. */
export function createInstallations({ db, bus, audit, clock, apps, grants, people, spaces }: InstallationDeps) {
  const at = (appId: string, enterpriseId: string, kind: InstallationKind) =>
    and(
      eq(appInstallation.appId, appId),
      eq(appInstallation.enterpriseId, enterpriseId),
      eq(appInstallation.kind, kind),
    )
  const find = async (appId: string, enterpriseId: string, kind: InstallationKind) =>
    (
      await db
        .select()
        .from(appInstallation)
        .where(at(appId, enterpriseId, kind))
    )[0]
  /** The app, which must declare its scopes: these are what people agree to. */
  async function declaring(appId: string): Promise<OauthApp> {
    const app = await apps.find(appId)
    if (!app) throw errors.notFound({ what: 'app' })
    if (!app.scopes?.length) throw programErrors.nothingDeclared()
    return app
  }
  const note = (
    actorId: string,
    enterpriseId: string,
    action: 'app.request' | 'app.install' | 'app.uninstall',
    app: OauthApp,
  ) => audit.record({ actorId, enterpriseId, action, target: app.id, detail: { name: app.name } })

  async function ask(appId: string, enterpriseId: string, kind: InstallationKind, actorId: string) {
    const app = await declaring(appId)
    const [made] = await db
      .select({ n: count() })
      .from(appInstallation)
      .where(eq(appInstallation.enterpriseId, enterpriseId))
    if (made!.n >= MAX_INSTALLATIONS) throw programErrors.installationLimit({ max: MAX_INSTALLATIONS })
    const added = await db
      .insert(appInstallation)
      .values({
        appId,
        enterpriseId,
        kind,
        status: 'pending',
        scopes: [],
        requestedBy: actorId,
        createdAt: clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: appInstallation.appId })
    if (added.length) await note(actorId, enterpriseId, 'app.request', app)
  }
  async function approve(appId: string, enterpriseId: string, kind: InstallationKind, actorId: string) {
    const app = await declaring(appId)
    const before = await find(appId, enterpriseId, kind)
    const userId = kind === 'auth' ? (before?.userId ?? (await people.createService(app.name))) : null
    const values = {
      status: 'approved' as const,
      scopes: app.scopes,
      userId,
      decidedBy: actorId,
      decidedAt: clock.now(),
    }
    await db
      .insert(appInstallation)
      .values({ appId, enterpriseId, kind, spaces: [], requestedBy: actorId, createdAt: clock.now(), ...values })
      .onConflictDoUpdate({
        target: [appInstallation.appId, appInstallation.enterpriseId, appInstallation.kind],
        set: values,
      })
    await bus.publish('oauth', appId)
    await note(actorId, enterpriseId, 'app.install', app)
  }
  /** Uninstalls an app, or rejects a request. */
  async function remove(appId: string, enterpriseId: string, kind: InstallationKind, actorId: string) {
    const [row] = await db
      .delete(appInstallation)
      .where(at(appId, enterpriseId, kind))
      .returning()
    if (!row) throw programErrors.notInstalled()
    await grants.dropApp(appId, enterpriseId, kind === 'obo')
    if (row.userId) {
      await people.endService(row.userId)
      for (const spaceId of row.spaces ?? [])
        if (await spaces.membership(row.userId, spaceId))
          await spaces.dropFrom(spaceId, row.userId, (await spaces.get(spaceId)).ownerId, actorId)
    }
    const app = (await apps.byIds([appId])).get(appId)
    if (app) await note(actorId, enterpriseId, 'app.uninstall', app)
  }
  /** Installations in which an app may act on behalf of a person, without enterprises where the person opted out. */
  async function onBehalfOf(userId: string, appId?: string) {
    const rows = await db
      .select({ row: appInstallation, person: enterprisePerson })
      .from(appInstallation)
      .innerJoin(
        enterprisePerson,
        and(
          eq(enterprisePerson.enterpriseId, appInstallation.enterpriseId),
          eq(enterprisePerson.userId, userId),
          eq(enterprisePerson.status, 'active'),
          eq(enterprisePerson.peopleType, 'EnterpriseMember'),
        ),
      )
      .where(
        and(
          eq(appInstallation.kind, 'obo'),
          eq(appInstallation.status, 'approved'),
          appId ? eq(appInstallation.appId, appId) : undefined,
        ),
      )
    const refused = await db.select().from(appOptOut).where(eq(appOptOut.userId, userId))
    return rows
      .map(({ row }) => row)
      .filter((row) => !refused.some((item) => item.appId === row.appId && item.enterpriseId === row.enterpriseId))
  }

  return {
    declaring,
    ask,
    approve,
    remove,
    find,
    list: (enterpriseId: string): Promise<AppInstallationRow[]> =>
      db
        .select()
        .from(appInstallation)
        .where(eq(appInstallation.enterpriseId, enterpriseId))
        .orderBy(asc(appInstallation.createdAt), asc(appInstallation.appId)),
    async knows(userId: string, enterpriseId: string): Promise<boolean> {
      return (
        (await db.$count(
          appInstallation,
          and(eq(appInstallation.userId, userId), eq(appInstallation.enterpriseId, enterpriseId)),
        )) > 0
      )
    },
    /** Sets the spaces in which an app acts as itself. */
    async setSpaces(appId: string, enterpriseId: string, spaceIds: string[], actorId: string) {
      const row = await find(appId, enterpriseId, 'auth')
      if (row?.status !== 'approved') await approve(appId, enterpriseId, 'auth', actorId)
      const { userId, spaces: had } = (await find(appId, enterpriseId, 'auth'))!
      await db
        .update(appInstallation)
        .set({ spaces: spaceIds })
        .where(at(appId, enterpriseId, 'auth'))
      for (const spaceId of spaceIds)
        if (!(await spaces.membership(userId!, spaceId)))
          await spaces.addMembers(spaceId, [{ userId: userId!, role: SpaceRole.member }], actorId)
      for (const spaceId of had ?? [])
        if (!spaceIds.includes(spaceId) && (await spaces.membership(userId!, spaceId)))
          await spaces.dropFrom(spaceId, userId!, (await spaces.get(spaceId)).ownerId, actorId)
      await grants.dropApp(appId, enterpriseId, false)
    },
    onBehalfOf: async (userId: string) =>
      (await onBehalfOf(userId)).map(({ appId, scopes, enterpriseId }) => ({ appId, scopes, enterpriseId })),
    /** Forbids an app to act on behalf of a person in all current enterprises. */
    async optOut(appId: string, userId: string) {
      const rows = await onBehalfOf(userId, appId)
      if (!rows.length) throw errors.notFound({ what: 'app' })
      const createdAt = clock.now()
      await db
        .insert(appOptOut)
        .values(rows.map(({ enterpriseId }) => ({ appId, enterpriseId, userId, createdAt })))
        .onConflictDoNothing()
      await grants.dropOnBehalf(appId, userId)
      const app = (await apps.byIds([appId])).get(appId)
      for (const { enterpriseId } of rows)
        await audit.record({
          actorId: userId,
          enterpriseId,
          action: 'app.opt_out',
          target: appId,
          detail: { name: app?.name ?? '' },
        })
    },
    /** For the token endpoint: the account as which an app acts, or why it may not. */
    async installed(
      appId: string,
      enterpriseId: string | undefined,
      subject: string | undefined,
    ): Promise<Installed | string> {
      if (subject === undefined) {
        const row = enterpriseId && isId(enterpriseId) ? await find(appId, enterpriseId, 'auth') : undefined
        if (row?.status !== 'approved' || !row.userId)
          return 'The account in the path is neither the owner of the app nor an enterprise in which it is installed'
        return {
          userId: row.userId,
          enterpriseId: row.enterpriseId,
          onBehalf: false,
          scopes: row.scopes,
          spaces: row.spaces ?? [],
        }
      }
      const refusal = 'sub: the app is not installed to act on behalf of this person'
      const userId = await subjectOf(subject, enterpriseId)
      if (userId === undefined || (await people.get(userId))?.isInstanceOwner) return refusal
      const rows = (await onBehalfOf(userId, appId)).filter(
        (row) => enterpriseId === undefined || row.enterpriseId === enterpriseId,
      )
      if (rows.length > 1) return 'sub: this person is in several enterprises; name one in the path of the call'
      const [row] = rows
      if (!row) return refusal
      const place = { userId, enterpriseId: row.enterpriseId, onBehalf: true, spaces: null }
      return { ...place, scopes: withoutEnterprise(row.scopes) }
    },
  }

  /** Resolves a user id, or an external id of the enterprise’s directory. */
  async function subjectOf(subject: string, enterpriseId: string | undefined): Promise<string | undefined> {
    if (isId(subject)) return subject
    if (enterpriseId === undefined) return undefined
    const [row] = await db
      .select({ id: enterprisePerson.userId })
      .from(enterprisePerson)
      .where(
        and(
          eq(enterprisePerson.enterpriseId, enterpriseId),
          inArray(enterprisePerson.externalId, [subject.slice(0, 200)]),
        ),
      )
    return row?.id
  }
}
export type Installations = ReturnType<typeof createInstallations>
