import type { contract } from '@orrery/contract'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Handlers } from '#kit/http/context.ts'
import type { FactorService } from '#domains/ground/factor/factor.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { PasskeyService } from './passkey.service.ts'

export interface PasskeyRoutesDeps {
  passkeys: PasskeyService
  factors: Pick<FactorService, 'proved'>
  people: Pick<PassportService, 'get' | 'requirePassword'>
}

export function passkeyRoutes({ passkeys, factors, people }: PasskeyRoutesDeps): Handlers<typeof contract.passkey> {
  return {
    list: async (_, ctx) => ({
      is_available: passkeys.isAvailable,
      passkeys: (await passkeys.list(ctx.userId)).map((key) => ({
        id: key.id,
        name: key.name,
        is_synced: key.isBackedUp,
        created_at: key.createdAt,
        last_used_at: key.lastUsedAt ?? 0,
      })),
    }),
    begin: async ({ password }, ctx) => {
      await people.requirePassword(ctx.userId, password, ctx.address)
      return { options: await passkeys.begin(await people.get(ctx.userId)) }
    },
    add: async ({ name, credential }, ctx) => ({
      id: await passkeys.add(ctx.userId, name, asCreated(credential), ctx.address),
    }),
    rename: async ({ passkey_id, name }, ctx) => {
      await passkeys.rename(ctx.userId, passkey_id, name)
      return {}
    },
    remove: async ({ passkey_id }, ctx) => {
      await passkeys.remove(ctx.userId, passkey_id, ctx.address)
      return {}
    },
    beginStepUp: async (_, ctx) => ({ options: await passkeys.stepUpOptions(ctx.userId) }),
    stepUp: async ({ credential }, ctx) => {
      await passkeys.stepUp(ctx.userId, asProof(credential), ctx.address)
      return { fresh_until: await factors.proved(ctx.actor!) }
    },
  }
}

/** Adds a field that the types of the library require but its code never reads. */
const asCreated = (value: object) => ({ ...value, clientExtensionResults: {} }) as RegistrationResponseJSON
const asProof = (value: object) => ({ ...value, clientExtensionResults: {} }) as AuthenticationResponseJSON
