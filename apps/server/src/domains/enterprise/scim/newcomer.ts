import { and, eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import { preparedQuery } from '#kit/insert-rows.ts'
import { appUser } from '#domains/ground/passport/passport.table.ts'
import { emailKey } from '#domains/ground/passport/shared/password.ts'
import { organization } from '#domains/enterprise/enterprise/enterprise.table.ts'
import { emailDomain, isUsableDomain } from '#domains/enterprise/sso/sso.table.ts'
import { scimUser } from './scim.table.ts'

interface Asked {
  enterpriseId: string
  userName: string
  externalId: string | null
  email: string
  domain: string
}
interface Found {
  /** Id of the existing account with this e-mail, or null. */
  existing: string | null
  name: boolean
  external: boolean
  domain: boolean
  /** Root organisation, to which new people are added. */
  root: string
}
const enterprise = sql.placeholder('enterpriseId')
const inEnterprise = eq(scimUser.enterpriseId, enterprise)
const question = sql`
  SELECT (SELECT id::text FROM ${appUser} WHERE ${eq(appUser.emailKey, sql.placeholder('emailKey'))}) AS existing,
    EXISTS (SELECT FROM ${scimUser}
      WHERE ${and(inEnterprise, sql`lower(${scimUser.userName}) = ${sql.placeholder('userName')}::text`)}) AS name,
    EXISTS (SELECT FROM ${scimUser} WHERE ${and(inEnterprise, eq(scimUser.externalId, sql.placeholder('externalId')))}) AS external,
    EXISTS (SELECT FROM ${emailDomain}
      WHERE ${and(eq(emailDomain.enterpriseId, enterprise), eq(emailDomain.domain, sql.placeholder('domain')), isUsableDomain)}) AS domain,
    (SELECT id::text FROM ${organization}
      WHERE ${and(eq(organization.enterpriseId, enterprise), sql`${organization.parentId} IS NULL`)}) AS root`

/** Loads everything needed to add a person in one query, because directories send people by the thousand. */
export function createNewcomers(pool: pg.Pool) {
  const ask = preparedQuery<Found & pg.QueryResultRow>(pool, question)
  return async ({ enterpriseId, userName, externalId, email, domain }: Asked): Promise<Found> => {
    const values = { enterpriseId, domain, externalId: externalId ?? '', userName: userName.toLowerCase() }
    return (await ask({ ...values, emailKey: emailKey(email) }))[0]!
  }
}
