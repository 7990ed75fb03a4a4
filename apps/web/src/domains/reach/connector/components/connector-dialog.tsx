import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpaceName, useSpaces } from '#lib/spaces.ts'
import { useForm } from '#lib/use-form.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast-store.ts'
import { type OwnConnector, refreshConnectors } from '../connector.queries.ts'

interface ConnectorForm {
  name: string
  about: string
  url: string
  isReviewed: boolean
  spaceIds: readonly string[]
}
interface ConnectorDialogProps {
  /** Undefined: a new channel. */
  connector: OwnConnector | undefined
  onClose: () => void
}

export function ConnectorDialog({ connector, onClose }: ConnectorDialogProps) {
  const t = useT('connector')
  const nameOf = useSpaceName()
  const spaces = useSpaces().filter((space) => mayInSpace(space, 'manageConnectors'))
  const form = useForm<ConnectorForm>({
    name: connector?.name ?? '',
    about: connector?.desc ?? '',
    url: connector?.callback_url ?? '',
    isReviewed: connector?.is_reviewed ?? false,
    spaceIds: connector?.space_id_list ?? [],
  })
  const { spaceIds } = form.values
  const [name, url] = [form.values.name.trim(), form.values.url.trim()]
  const save = useMutation({
    mutationFn: async () => {
      const input = {
        connector_title: name,
        connector_desc: form.values.about.trim(),
        callback_url: url,
        is_reviewed: form.values.isReviewed,
        space_id_list: [...spaceIds],
      }
      if (connector) await api.connector.update({ id: connector.id, ...input })
      else await api.connector.create(input)
    },
    onSuccess: async () => {
      await refreshConnectors()
      toast.ok(t('saved', { name }))
      onClose()
    },
  })
  const isAddress = url === '' || (URL.canParse(url) && /^https?:/.test(url))
  const help = connector?.callback_url && url !== connector.callback_url ? t('url.newToken') : t('url.help')
  return (
    <FormDialog
      title={connector ? t('edit') : t('add')}
      description={t('dialogText')}
      isDirty={form.isDirty}
      isReady={name !== '' && isAddress}
      call={save}
      action={connector ? t('save') : t('add')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('name')} required>
        <Input maxLength={30} {...form.text('name')} />
      </Field>
      <Field label={t('about')}>
        <Input maxLength={200} {...form.text('about')} />
      </Field>
      <Field label={t('url')} help={help} error={isAddress ? undefined : t('url.fault')}>
        <Input mono type="url" maxLength={2000} spellCheck={false} placeholder="https://" {...form.text('url')} />
      </Field>
      <div>
        <Checkbox checked={form.values.isReviewed} onChange={(isReviewed) => form.set({ isReviewed })}>
          {t('reviewed')}
        </Checkbox>
        <p className="mt-1 text-small text-mute">{t('reviewed.help')}</p>
      </div>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-small font-medium">{t('spaces')}</legend>
        {spaces.map((space) => (
          <Checkbox
            key={space.id}
            checked={spaceIds.includes(space.id)}
            onChange={(isOn) =>
              form.set({ spaceIds: isOn ? [...spaceIds, space.id] : spaceIds.filter((id) => id !== space.id) })
            }
          >
            <span data-user-text>{nameOf(space)}</span>
          </Checkbox>
        ))}
        <p className="text-small text-mute">{t('spaces.help')}</p>
      </fieldset>
    </FormDialog>
  )
}
