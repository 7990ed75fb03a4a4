import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import type { ToolState, ToolStore } from './tool-store.ts'

/** Shown when two people changed the same tool: the user chooses one version. */
export function ConflictBanner({ state, store }: { state: ToolState; store: ToolStore }) {
  const t = useT('plugin')
  if (state.is !== 'conflict') return null
  return (
    <Banner
      tone="err"
      action={
        <span className="flex gap-1">
          <Button size="xs" kind="quiet" onClick={() => store.adopt(state.conflict)}>
            {t('conflict.theirs')}
          </Button>
          <Button size="xs" kind="quiet" onClick={() => void store.keepMine()}>
            {t('conflict.mine')}
          </Button>
        </span>
      }
    >
      {t('conflict.tool')}
    </Banner>
  )
}
