import type { namesOf } from '../generator.ts'

/** A new kind of resource: `name` is the kind, the domain and the folder. */
export interface ResourceNames extends ReturnType<typeof namesOf> {
  district: string
  name: string
  english: string
  plural: string
  chinese: string
}
