import type { Connection } from './sso.queries.ts'

type ConnectionKind = Connection['kind']
export interface ConnectionForm {
  kind: ConnectionKind
  name: string
  issuer: string
  clientId: string
  secret: string
  metadata: string
  host: string
  port: string
  security: 'tls' | 'starttls' | 'none'
  bindDn: string
  baseDn: string
  userFilter: string
  domains: readonly string[]
  createsAccounts: boolean
  trustsEmail: boolean
  mapping: Connection['mapping']
}
const textAt = (config: Record<string, unknown>, name: string, fallback = ''): string => {
  const value = config[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : fallback
}

export function formOf(connection: Connection | undefined, domains: readonly string[]): ConnectionForm {
  const config = connection?.config ?? {}
  return {
    kind: connection?.kind ?? 'oidc',
    name: connection?.name ?? '',
    issuer: textAt(config, 'issuer'),
    clientId: textAt(config, 'client_id'),
    secret: '',
    metadata: '',
    host: textAt(config, 'host'),
    port: textAt(config, 'port', '636'),
    security: (textAt(config, 'security') || 'tls') as ConnectionForm['security'],
    bindDn: textAt(config, 'bind_dn'),
    baseDn: textAt(config, 'base_dn'),
    userFilter: textAt(config, 'user_filter', '(&(objectClass=person)(uid={username}))'),
    domains: connection?.domains ?? domains,
    createsAccounts: connection?.creates_accounts ?? true,
    trustsEmail: connection?.trusts_email ?? false,
    mapping: connection?.mapping ?? [],
  }
}

/** The input of the call. Settings of the connection that the form does not show are not changed. */
export function inputOf(form: ConnectionForm, connection: Connection | undefined) {
  const config = connection?.config ?? {}
  return {
    name: form.name.trim(),
    domains: [...form.domains],
    creates_accounts: form.createsAccounts,
    default_role: connection?.default_role ?? ('Member' as const),
    trusts_email: form.trustsEmail,
    mapping: form.mapping,
    ...(form.secret !== '' && { secret: form.secret }),
    config: configOf(),
  }
  function configOf() {
    if (form.kind === 'oidc')
      return {
        kind: 'oidc' as const,
        issuer: form.issuer.trim(),
        client_id: form.clientId.trim(),
        scopes: textAt(config, 'scopes', 'openid email profile'),
      }
    if (form.kind === 'saml') {
      const isUrl = /^https?:\/\/\S+$/.test(form.metadata.trim())
      return {
        kind: 'saml' as const,
        metadata: isUrl ? '' : form.metadata,
        metadata_url: isUrl ? form.metadata.trim() : '',
      }
    }
    return {
      kind: 'ldap' as const,
      host: form.host.trim(),
      port: Number(form.port),
      security: form.security,
      authority: textAt(config, 'authority'),
      bind_dn: form.bindDn.trim(),
      base_dn: form.baseDn.trim(),
      user_filter: form.userFilter.trim(),
      id_attribute: textAt(config, 'id_attribute', 'entryUUID'),
      groups: (textAt(config, 'groups') || 'memberOf') as 'memberOf' | 'search' | 'nested',
      group_base_dn: textAt(config, 'group_base_dn'),
    }
  }
}

export function isReady(form: ConnectionForm, isNew: boolean): boolean {
  if (form.name.trim() === '') return false
  if (form.mapping.some((row) => row.claim.trim() === '' || row.value.trim() === '' || row.group_id === ''))
    return false
  if (form.kind === 'oidc') return form.issuer.trim() !== '' && form.clientId.trim() !== ''
  if (form.kind === 'saml') return !isNew || form.metadata.trim() !== ''
  return form.host.trim() !== '' && form.baseDn.trim() !== '' && /^\d{1,5}$/.test(form.port)
}
