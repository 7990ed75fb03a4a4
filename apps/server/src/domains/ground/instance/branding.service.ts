import type { Blobs } from '#kit/blobs/blobs.ts'
import type { Bus } from '#kit/bus.ts'
import type { Log } from '#kit/log.ts'
import type { Mail } from '#kit/mail.ts'
import { randomToken } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { reencodeImage } from '#domains/ground/passport/shared/reencode-image.ts'
import type { SettingsService } from './settings.service.ts'
import { createLiveSetting } from './shared/live-setting.ts'

/** The appearance of the instance. Empty values: that of the product. */
export interface Branding {
  name: string
  /** `#rrggbb`; only its hue and strength are used, so that texts stay readable. */
  color: string
  logoKey: string
}
const unchanged: Branding = { name: '', color: '', logoKey: '' }

export interface BrandingDeps {
  settings: SettingsService
  audit: AuditService
  blobs: Blobs
  mail: Pick<Mail, 'setName'>
  bus: Bus
  log: Log
}
const PRODUCT = 'Orrery'

/** Name, logo and colour of the instance, for sign-in, public pages and mails. */
export function createBrandingService({ audit, blobs, mail, ...deps }: BrandingDeps) {
  const chosen = createLiveSetting<Branding>(deps, 'branding', unchanged, ({ name }) => mail.setName(name || PRODUCT))
  async function set(change: Partial<Branding>, actorId: string) {
    const before = chosen.get()
    await chosen.set({ ...before, ...change })
    if (change.logoKey !== undefined && before.logoKey) await blobs.delete(before.logoKey)
    await audit.record({ actorId, action: 'instance.branding', target: 'branding', detail: { name: change.name } })
  }
  return {
    start: chosen.load,
    get: chosen.get,
    save: (change: Partial<Pick<Branding, 'name' | 'color'>>, actorId: string) => set(change, actorId),
    async setLogo(file: File, actorId: string) {
      const key = `branding/${randomToken()}.webp`
      await blobs.put(key, await reencodeImage(file), 'image/webp')
      await set({ logoKey: key }, actorId)
    },
    removeLogo: (actorId: string) => set({ logoKey: '' }, actorId),
  }
}
export type BrandingService = ReturnType<typeof createBrandingService>
