import type { InterfaceDocument } from '@orrery/contract'
import type { CodePages } from './code-page.service.ts'
import type { FrameLinks } from './component-frame.ts'
import type { PackageService } from './component-package.service.ts'

/** Addresses of the frames of a document. A package of another space, which a copy may name, has no frame. */
export function createFramesOf(
  packages: Pick<PackageService, 'ids'>,
  code: Pick<CodePages, 'addresses'>,
  frames: FrameLinks,
) {
  return async (document: InterfaceDocument, spaceId: string): Promise<Record<string, string>> => {
    const imported = Object.entries(document.packages ?? {})
    const known = new Set(imported.length > 0 ? await packages.ids(spaceId) : [])
    return Object.fromEntries([
      ...imported.flatMap(([name, { id }]): [string, string][] => (known.has(id) ? [[name, frames.make(id)]] : [])),
      ...(await code.addresses(document, spaceId)),
    ])
  }
}
