import { ApiError } from '@orrery/contract/client'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { refreshPlugin } from '../plugin.queries.ts'

/** Whether the server refused a change because another user has saved in the meantime. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 409) return false
  return typeof (error.data as { edit_version?: unknown } | undefined)?.edit_version === 'number'
}

export function ConflictPanel({ pluginId, onLoaded }: { pluginId: string; onLoaded: () => void }) {
  const t = useT('plugin')
  return (
    <ErrorPanel
      title={t('conflict.title')}
      action={
        <Button
          size="xs"
          kind="ghost"
          onClick={() => {
            void refreshPlugin(pluginId)
            onLoaded()
          }}
        >
          {t('conflict.load')}
        </Button>
      }
    >
      {t('conflict.text')}
    </ErrorPanel>
  )
}
