import type pg from 'pg'

/**
 * User-defined tables are not created by migrations, so a backup contains their definitions. The role that runs their
 * statements has another name in every database; the definitions contain a placeholder for it.
 */
export interface SpaceSchema {
  spaceId: string
  statements: string[]
}
const ROLE = '@role@'

export async function describeSpaces(client: pg.PoolClient): Promise<SpaceSchema[]> {
  const { rows } = await client.query<{ oid: string; name: string; role: string }>(`
    SELECT n.oid, n.nspname AS name, tenant.role_of(substr(n.nspname, 7)::bigint) AS role
    FROM pg_namespace n WHERE n.nspname ~ '^space_[0-9]+$' ORDER BY 2`)
  const schemas: SpaceSchema[] = []
  for (const { oid, name, role } of rows) {
    const { rows: made } = await client.query<{ statement: string }>(tableParts, [oid, role])
    schemas.push({ spaceId: name.slice(6), statements: made.map(({ statement }) => statement) })
  }
  return schemas
}

export async function buildSpaces(client: pg.PoolClient, schemas: SpaceSchema[]) {
  for (const { spaceId, statements } of schemas) {
    await client.query('SELECT tenant.open_space($1)', [spaceId])
    const { rows } = await client.query<{ role: string }>('SELECT quote_ident(tenant.role_of($1)) AS role', [spaceId])
    for (const statement of statements) await client.query(statement.replaceAll(ROLE, rows[0]!.role))
  }
}

/**
 * $1: schema, $2: role. Tables with columns and defaults, then keys, indexes, row security, policies, grants and
 * triggers.
 */
const tableParts = `
WITH t AS (
  SELECT c.oid, c.relrowsecurity, c.relacl, format('%I.%I', n.nspname, c.relname) AS target
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relnamespace = $1 AND c.relkind = 'r'
), col AS (
  SELECT t.oid, t.target, a.attname, a.attnum, a.attacl,
    format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
      || coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '') || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END AS definition
  FROM t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
), parts AS (
  SELECT 1 AS step, target, '' AS detail,
    format('CREATE TABLE %s (%s)', target, string_agg(definition, ', ' ORDER BY attnum)) AS statement
  FROM col GROUP BY target
  UNION ALL
  SELECT 2, target, conname, format('ALTER TABLE %s ADD CONSTRAINT %I %s', target, conname, pg_get_constraintdef(k.oid))
  FROM t JOIN pg_constraint k ON k.conrelid = t.oid AND k.contype IN ('p', 'u', 'c')
  UNION ALL
  SELECT 3, target, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid)
  FROM t JOIN pg_index i ON i.indrelid = t.oid
  WHERE NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)
  UNION ALL
  SELECT 4, target, '', format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target) FROM t WHERE relrowsecurity
  UNION ALL
  SELECT 5, target, polname, format('CREATE POLICY %I ON %s FOR %s TO ${ROLE}%s%s', polname, target,
    CASE polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END,
    coalesce(' USING (' || pg_get_expr(polqual, polrelid) || ')', ''),
    coalesce(' WITH CHECK (' || pg_get_expr(polwithcheck, polrelid) || ')', ''))
  FROM t JOIN pg_policy p ON p.polrelid = t.oid
  UNION ALL
  SELECT 6, target, a.privilege_type, format('GRANT %s ON %s TO ${ROLE}', a.privilege_type, target)
  FROM t, aclexplode(t.relacl) a JOIN pg_roles r ON r.oid = a.grantee WHERE r.rolname = $2
  UNION ALL
  SELECT 7, target, a.privilege_type,
    format('GRANT %s (%s) ON %s TO ${ROLE}', a.privilege_type, string_agg(quote_ident(attname), ', ' ORDER BY attnum), target)
  FROM col, aclexplode(col.attacl) a JOIN pg_roles r ON r.oid = a.grantee WHERE r.rolname = $2 GROUP BY target, a.privilege_type
  UNION ALL
  SELECT 8, target, tgname, pg_get_triggerdef(g.oid) FROM t JOIN pg_trigger g ON g.tgrelid = t.oid AND NOT g.tgisinternal
)
SELECT statement FROM parts ORDER BY target, step, detail`
