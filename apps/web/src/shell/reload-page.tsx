import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'

/** Uses nothing that would have to be loaded, because it is shown when loading failed. */
export function ReloadPage({ title }: { title?: string }) {
  const t = useT('shell')
  return (
    <div role="alert" className="flex min-h-80 flex-1 flex-col items-center justify-center p-6 text-center">
      <h1 className="text-title font-semibold">{title ?? t('failed.oldVersion')}</h1>
      <p className="mt-1 max-w-105 text-mute">{t('failed.reload')}</p>
      <button type="button" onClick={() => location.reload()} className={buttonStyle('solid', 'md', 'mt-4')}>
        {t('failed.reloadNow')}
      </button>
    </div>
  )
}
