import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { kindGlyph } from '#ui/type-tile.tsx'
import type { ToolShelf } from './tool-offers.ts'

interface NoToolsProps {
  shelf: ToolShelf
  word: string
  onClear: () => void
  onAll: () => void
}

export function NoTools({ shelf, word, onClear, onAll }: NoToolsProps) {
  const t = useT('tools')
  if (word) return <NoMatch text={t('noMatch', { word })} onClear={onClear} />
  return (
    <EmptyState
      icon={kindGlyph(shelf === 'mcp' ? 'mcp' : 'plugin')}
      title={t(`none.${shelf}`)}
      text={t(`none.${shelf}.text`)}
      action={shelf === 'all' ? undefined : <Button onClick={onAll}>{t('showAll')}</Button>}
    />
  )
}
