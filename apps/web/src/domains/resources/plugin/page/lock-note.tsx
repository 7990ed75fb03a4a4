import { Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { Icon } from '#ui/icon.tsx'
import type { PluginAccess } from '../use-access.ts'

/** Shows in the title bar that this page holds the lock. */
export function LockNote({ access }: { access: PluginAccess }) {
  const t = useT('plugin')
  if (!access.may.can_edit || access.lock.is !== 'mine') return null
  return (
    <span className="flex items-center gap-1 text-small text-mute max-lg:hidden">
      <Icon of={LockOpen} size={14} />
      {t('lock.mine')}
    </span>
  )
}

/** A banner below the title bar while another user edits. */
export function LockBanner({ access, onTaken }: { access: PluginAccess; onTaken: () => void }) {
  const t = useT('plugin')
  const [isTaking, setTaking] = useState(false)
  if (access.lock.is !== 'other') return null
  const { name } = access.lock.holder
  const takeOver = async () => {
    const question = {
      title: t('lock.take.title', { name }),
      text: t('lock.take.text', { name }),
      action: t('lock.take'),
    }
    if (!(await confirm(question))) return
    setTaking(true)
    await access.takeOver().finally(() => setTaking(false))
    onTaken()
  }
  return (
    <Banner
      tone="warn"
      action={
        <Button size="xs" kind="quiet" icon={Lock} busy={isTaking} onClick={() => void takeOver()}>
          {t('lock.take')}
        </Button>
      }
    >
      {t('lock.other', { name })}
    </Banner>
  )
}
