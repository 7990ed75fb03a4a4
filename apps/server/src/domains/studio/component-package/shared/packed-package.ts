import { type ImportedPackage, type InterfaceDocument, isId, type OwnComponent } from '@orrery/contract'
import { ownComponent } from '@orrery/contract/shared/interface-document'
import { INTERFACE_LIMITS, PACKAGE_LIMITS, packageName } from '@orrery/contract/shared/interface-limits'
import { z } from 'zod'

/** A package in an export: its sources without the built script. */
export interface PackedPackage {
  id: string
  name: string
  version: string
  channel: number
  title: string
  description: string
  components: OwnComponent[]
  files: Record<string, string>
}
const packed = z.object({
  id: z.string().refine(isId),
  name: z.string().regex(packageName),
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/),
  channel: z.int().min(1).max(2),
  title: z.string().min(1).max(100),
  description: z.string().max(500).default(''),
  components: z.array(ownComponent).min(1).max(30),
  files: z.record(z.string().max(200), z.string().max(PACKAGE_LIMITS.bytes)),
})

/** Reads untrusted content. Entries that are not valid packages are left out. */
export const readPacked = (given: unknown): PackedPackage[] =>
  (Array.isArray(given) ? given.slice(0, INTERFACE_LIMITS.packages * 2) : []).flatMap((item: unknown) => {
    const read = packed.safeParse(item)
    return read.success ? [read.data] : []
  })

/** Ids of the packages that the documents have imported. */
export const packagesOf = (documents: readonly InterfaceDocument[]): string[] => [
  ...new Set(documents.flatMap(({ packages = {} }) => Object.values(packages).map(({ id }) => id))),
]

/** The document with each imported package replaced by the one found for its id. */
export function withPackages(
  document: InterfaceDocument,
  found: ReadonlyMap<string, ImportedPackage>,
): InterfaceDocument {
  if (!document.packages) return document
  const packages = Object.fromEntries(
    Object.entries(document.packages).map(([name, one]) => [name, found.get(one.id) ?? one]),
  )
  return { ...document, packages }
}
