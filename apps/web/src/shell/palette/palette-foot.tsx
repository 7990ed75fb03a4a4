import { useT } from '#lib/i18n.ts'
import { KeyHints } from '#ui/key-cap.tsx'

export function PaletteFoot() {
  const t = useT('shell')
  return (
    <div className="hidden h-10 shrink-0 items-center justify-between border-t border-line bg-page px-4 sm:flex">
      <KeyHints
        hints={[
          { keys: ['ArrowUp', 'ArrowDown'], label: t('palette.move') },
          { keys: 'Enter', label: t('palette.hintOpen') },
          { keys: 'mod+Enter', label: t('palette.newTab') },
        ]}
      />
      <KeyHints
        hints={[
          { keys: '>', label: t('palette.prefix.do') },
          { keys: '@', label: t('palette.prefix.people') },
          { keys: '#', label: t('palette.prefix.text') },
        ]}
      />
    </div>
  )
}
