import type { Infra } from '#kit/infra.ts'
import { wireEnterprises } from './enterprise/enterprise.ts'
import { wirePrograms } from './enterprise/program.ts'
import { wireScim } from './enterprise/scim.ts'
import { wireSso } from './enterprise/sso.ts'
import type { Ground } from './ground.ts'
import type { Studio } from './studio.ts'

interface Lower {
  ground: Ground
  studio: Studio
}

/** Wires enterprises: people, groups, spaces and programs. */
export function wireEnterprise(infra: Infra, lower: Lower, knownScopes: ReadonlySet<string>) {
  const programs = wirePrograms(infra, lower, knownScopes, {
    enterprises: () => companies.services.enterprises,
    placeOf: (id, userId) => companies.provides.placeOf(id, userId),
    owned: (ids, userId) => companies.services.enterpriseSpaces.owned(ids, userId),
  })
  const companies = wireEnterprises(infra, lower, { onMovedIn: programs.services.serviceIdentities.onMovedIn })
  const sso = wireSso(infra, { ...lower, companies: companies.services })
  const scim = wireScim(infra, { ...lower, companies: companies.services, sso: sso.services })
  return {
    handlers: { ...companies.handlers, ...programs.handlers(), ...sso.handlers, ...scim.handlers },
    services: { ...companies.services, ...programs.services, ...sso.services },
    provides: { ...companies.provides, ...programs.provides, ...sso.provides },
    async start() {
      await companies.start()
      await sso.start()
    },
  }
}
