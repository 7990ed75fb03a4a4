import { and, desc, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Locale } from '#kit/errors.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { locationErrors } from './location.errors.ts'
import { type ConsentRow, locationConsent } from './location.table.ts'
import type { Place, PlaceFinder } from './place-finder.ts'

const LocationStatus = { known: 0, unknown: 1, leftOut: 2 } as const
export interface LocationDeps {
  db: Db
  places: PlaceFinder
  /** Countries whose people this instance does not locate. */
  leftOut: readonly string[]
  clock: Clock
}
export const countryName = (country: string, locale: Locale): string =>
  new Intl.DisplayNames([locale], { type: 'region' }).of(country) ?? country

/** The location that people share with bots, determined once when they agree. */
export function createLocationService({ db, places, leftOut, clock }: LocationDeps) {
  const isOf = (botId: string, userId: string) =>
    and(eq(locationConsent.botId, botId), eq(locationConsent.userId, userId))

  async function locate(address: string): Promise<{ status: 0 | 2; place: Place } | { status: 1 }> {
    const place = await places.find(address)
    if (!place) return { status: LocationStatus.unknown }
    return { status: leftOut.includes(place.country) ? LocationStatus.leftOut : LocationStatus.known, place }
  }
  const of = async (botId: string, userId: string): Promise<ConsentRow | undefined> =>
    (await db.select().from(locationConsent).where(isOf(botId, userId)))[0]
  return {
    locate,
    of,
    async share(botId: string, userId: string, address: string, locale: Locale): Promise<void> {
      const found = await locate(address)
      if (found.status === LocationStatus.unknown) throw locationErrors.unknown()
      if (found.status === LocationStatus.leftOut)
        throw locationErrors.leftOut({ country: countryName(found.place.country, locale) })
      const told = { ...found.place, createdAt: clock.now() }
      await db
        .insert(locationConsent)
        .values({ botId, userId, ...told })
        .onConflictDoUpdate({ target: [locationConsent.botId, locationConsent.userId], set: told })
    },
    withdraw: (botId: string, userId: string) => db.delete(locationConsent).where(isOf(botId, userId)),
    list: (userId: string) =>
      db
        .select({ consent: locationConsent, name: resource.name })
        .from(locationConsent)
        .innerJoin(resource, eq(resource.id, locationConsent.botId))
        .where(eq(locationConsent.userId, userId))
        .orderBy(desc(locationConsent.createdAt)),
    /** The system variables for a bot; empty without consent. */
    async variablesOf(botId: string, userId: string): Promise<{ values: Record<string, string>; at: number }> {
      const consent = /^\d+$/.test(userId) ? await of(botId, userId) : undefined
      if (!consent) return { values: {}, at: 0 }
      const { country, subdivision, city, createdAt } = consent
      return { values: { sys_country: country, sys_subdivision: subdivision, sys_city: city }, at: createdAt }
    },
  }
}
export type LocationService = ReturnType<typeof createLocationService>
