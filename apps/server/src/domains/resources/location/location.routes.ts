import type { contract } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import { countryName, type LocationService } from './location.service.ts'
import type { Place } from './place-finder.ts'

const toPlace = ({ country, subdivision, city }: Place, locale: Locale, address: string, at: number) => ({
  country_identifier: country,
  country_name: countryName(country, locale),
  subdivision_identifier: subdivision,
  subdivision_name: subdivision,
  city_identifier: city,
  city_name: city,
  client_ip: address,
  auth_timestamp: String(at),
})

export function locationRoutes(locations: LocationService): Handlers<typeof contract.location> {
  return {
    async preview(_, { address, locale }) {
      const found = await locations.locate(address)
      return {
        auth_type: 1,
        auth_status: found.status,
        ...('place' in found && { geo_location: toPlace(found.place, locale, address, 0) }),
      }
    },
    async share({ bot_id }, { userId, address, locale }) {
      await locations.share(bot_id, userId, address, locale)
      return {}
    },
    async withdraw({ bot_id }, { userId }) {
      await locations.withdraw(bot_id, userId)
      return {}
    },
    async shared({ bot_id }, { userId, locale }) {
      const consent = await locations.of(bot_id, userId)
      return {
        data_list: consent
          ? [{ auth_type: 1, auth_status: 0, geo_location: toPlace(consent, locale, '', consent.createdAt) }]
          : [],
      }
    },
    async list(_, { userId, locale }) {
      const rows = await locations.list(userId)
      return {
        bots: rows.map(({ consent, name }) => ({
          bot_id: consent.botId,
          bot_name: name,
          country_name: countryName(consent.country, locale),
          shared_at: consent.createdAt,
        })),
      }
    },
    async withdrawOwn({ bot_id }, { userId }) {
      await locations.withdraw(bot_id, userId)
      return {}
    },
  }
}
