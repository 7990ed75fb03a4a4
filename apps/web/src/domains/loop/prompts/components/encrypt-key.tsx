import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { ShownOnce } from '#ui/shown-once.tsx'
import { refreshPrompts } from '../prompts.queries.ts'

/** The key with which programs decrypt prompts. */
export function EncryptKey({ spaceId, hasKey }: { spaceId: string; hasKey: boolean }) {
  const t = useT('prompts')
  const make = useMutation({
    mutationFn: () => api.promptRelease.newKey({ space_id: spaceId }),
    onSuccess: refreshPrompts,
  })
  const key = make.data?.encrypt_key
  return (
    <>
      <h3 className="pt-2 font-medium">{t('key.title')}</h3>
      <p className="text-small text-mute">{t(hasKey ? 'key.textAgain' : 'key.text')}</p>
      <Button busy={make.isPending} onClick={() => make.mutate()}>
        {t(hasKey ? 'key.again' : 'key.create')}
      </Button>
      {make.error && <ErrorPanel error={make.error} />}
      {key && (
        <ShownOnce
          value={key}
          title={t('key.title')}
          warning={t('key.once')}
          label={t('key.title')}
          how={t('key.how')}
          copy={t('key.copy')}
          copied={t('hook.copied')}
          done={t('hook.done')}
          onClose={() => make.reset()}
        />
      )}
    </>
  )
}
