import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { useCardEditor } from '../card-context.ts'

/** Shown when somebody else saved first: keep the own design, or adopt the other one, which undo reverts. */
export function ConflictBanner() {
  const t = useT('card')
  const { store } = useCardEditor()
  const state = store.use((now) => now.state)
  if (state.is !== 'conflict') return null
  return (
    <Banner
      tone="warn"
      action={
        <>
          <Button size="sm" onClick={() => store.adopt(state.conflict)}>
            {t('conflict.theirs')}
          </Button>
          <Button size="sm" onClick={() => void store.keepMine()}>
            {t('conflict.mine')}
          </Button>
        </>
      }
    >
      {t('conflict.title')}
    </Banner>
  )
}
