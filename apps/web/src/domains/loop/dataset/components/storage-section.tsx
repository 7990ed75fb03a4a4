import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshStorages, type StorageKind, storagesQuery } from '../storage.queries.ts'

const kinds: StorageKind[] = ['s3', 'hdfs']

/** The file stores that the space has connected. Datasets read files from them and write files to them. */
export function StorageSection({ spaceId, mayManage }: { spaceId: string; mayManage: boolean }) {
  const t = useT('dataset')
  const storages = useQuery(storagesQuery(spaceId)).data
  const [connecting, setConnecting] = useState<StorageKind | null>(null)
  const disconnect = useMutation({
    mutationFn: (kind: StorageKind) => api.datasetStorage.disconnect({ spaceID: spaceId, kind }),
    onSettled: () => refreshStorages(),
  })
  if (!storages || (!mayManage && !storages.length)) return null
  return (
    <SettingsSection title={t('storage.title')} text={t('storage.text')}>
      <ul aria-label={t('storage.title')} className="flex flex-col gap-2">
        {kinds.map((kind) => {
          const found = storages.find((one) => one.kind === kind)
          const name = t(`storage.kind.${kind}`)
          return (
            <li key={kind} className="flex flex-wrap items-center gap-3">
              <span className="w-24 shrink-0 font-medium">{name}</span>
              <span data-user-text className="min-w-0 flex-1 truncate text-mute">
                {found ? [found.url, found.bucket, found.folder].filter(Boolean).join(' / ') : t('storage.none')}
              </span>
              {mayManage && (
                <Button
                  size="sm"
                  aria-label={t(found ? 'storage.disconnectOf' : 'storage.connectOf', { name })}
                  busy={disconnect.isPending && disconnect.variables === kind}
                  onClick={() => (found ? disconnect.mutate(kind) : setConnecting(kind))}
                >
                  {found ? t('storage.disconnect') : t('storage.connect')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {connecting && <ConnectDialog spaceId={spaceId} kind={connecting} onClose={() => setConnecting(null)} />}
    </SettingsSection>
  )
}

const empty = { url: '', bucket: '', region: 'us-east-1', accessKeyID: '', secretAccessKey: '', user: '', folder: '' }
function ConnectDialog({ spaceId, kind, onClose }: { spaceId: string; kind: StorageKind; onClose: () => void }) {
  const t = useT('dataset')
  const { values, text, isDirty } = useForm(() => empty)
  const isS3 = kind === 's3'
  const connect = useMutation({
    mutationFn: () => api.datasetStorage.connect({ spaceID: spaceId, kind, ...values }),
    onSuccess: async () => {
      toast.ok(t('storage.connected'))
      await refreshStorages()
      onClose()
    },
  })
  const isReady = values.url !== '' && (!isS3 || (values.bucket !== '' && values.secretAccessKey !== ''))
  return (
    <FormDialog
      title={t('storage.connectOf', { name: t(`storage.kind.${kind}`) })}
      description={t('storage.tried')}
      isDirty={isDirty}
      isReady={isReady}
      call={connect}
      action={t('storage.connect')}
      onSubmit={() => connect.mutate()}
      onClose={onClose}
    >
      <Field label={t('studio.url')} required>
        <Input {...text('url')} placeholder="https://" />
      </Field>
      {isS3 ? (
        <>
          <Field label={t('storage.bucket')} required>
            <Input {...text('bucket')} />
          </Field>
          <Field label={t('storage.region')}>
            <Input {...text('region')} />
          </Field>
          <Field label={t('storage.accessKey')} required>
            <Input {...text('accessKeyID')} autoComplete="off" />
          </Field>
          <Field label={t('storage.secretKey')} required>
            <PasswordInput {...text('secretAccessKey')} autoComplete="off" />
          </Field>
        </>
      ) : (
        <Field label={t('storage.user')}>
          <Input {...text('user')} />
        </Field>
      )}
      <Field label={t('storage.folder')} help={t('storage.folderHelp')}>
        <Input {...text('folder')} />
      </Field>
    </FormDialog>
  )
}
