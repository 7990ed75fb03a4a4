import type { InterfaceDocument } from '@orrery/contract'
import type { FrameLinks } from './component-frame.ts'
import type { PackageService } from './component-package.service.ts'

/** Where the components that a document imported run. A package of another space, which a copy may name, has no frame. */
export function createFramesOf(packages: Pick<PackageService, 'ids'>, frames: FrameLinks) {
  return async (document: InterfaceDocument, spaceId: string): Promise<Record<string, string>> => {
    const imported = Object.entries(document.packages ?? {})
    if (imported.length === 0) return {}
    const known = new Set(await packages.ids(spaceId))
    return Object.fromEntries(imported.flatMap(([name, { id }]) => (known.has(id) ? [[name, frames.make(id)]] : [])))
  }
}
