import { BRAND_NAME_LIMIT } from '@orrery/contract/shared/limits'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { accentStyle } from '#lib/accent.ts'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { instanceQuery, type InstanceInfo } from '#lib/instance.ts'
import { visibleLength } from '#lib/text-length.ts'
import { platformName } from '#lib/title.ts'
import { Button } from '#ui/button.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { ImageUpload } from '#ui/image-upload.tsx'
import { Input } from '#ui/input.tsx'
import { Mark } from '#ui/mark.tsx'
import { SettingsPage } from '#ui/settings-page.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshSettings } from '../admin.queries.ts'

const productColor = '#5252d8'

/** Name, logo and colour of the instance, with a preview. */
export function BrandingTab() {
  const { data } = useSuspenseQuery(instanceQuery)
  const { name, color } = data.branding
  return <BrandingForm key={`${name} ${color}`} saved={data.branding} />
}

function BrandingForm({ saved }: { saved: InstanceInfo['branding'] }) {
  const t = useT('admin')
  const [name, setName] = useState(saved.name)
  const [color, setColor] = useState(saved.color)
  const save = useMutation({
    mutationFn: () => api.instance.saveBranding({ name: name.trim(), color }),
    onSuccess: async () => {
      toast.ok(t('brand.saved'))
      await refreshSettings()
    },
  })
  const upload = async (logo: File) => {
    await api.instance.uploadLogo({ logo })
    await refreshSettings()
    toast.ok(t('brand.saved'))
  }
  const removeLogo = useMutation({
    mutationFn: () => api.instance.removeLogo({}, { toast: true }),
    onSuccess: refreshSettings,
  })
  const isChanged = name.trim() !== saved.name || color !== saved.color
  const isReady = isChanged && visibleLength(name.trim()) <= BRAND_NAME_LIMIT
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !save.isPending) save.mutate()
  }
  return (
    <SettingsPage>
      <SettingsSection title={t('brand.title')} text={t('brand.text')}>
        <form noValidate onSubmit={submit} className="flex max-w-140 flex-col items-start gap-4">
          <Field label={t('brand.name')} help={t('brand.nameHelp')} className="w-full">
            <Input
              value={name}
              limit={BRAND_NAME_LIMIT}
              placeholder={platformName}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Field label={t('brand.color')} help={t('brand.colorHelp')}>
            <div className="flex items-center gap-3">
              <input
                type="color"
                aria-label={t('brand.color')}
                value={color || productColor}
                onChange={(event) => setColor(event.target.value)}
                className="h-8 w-14 cursor-pointer rounded-md border border-line bg-card p-1"
              />
              {color && (
                <Button size="sm" kind="quiet" onClick={() => setColor('')}>
                  {t('brand.colorReset')}
                </Button>
              )}
            </div>
          </Field>
          {save.error && <ErrorPanel error={save.error} />}
          <Button type="submit" kind="solid" disabled={!isReady} busy={save.isPending}>
            {t('brand.save')}
          </Button>
        </form>
      </SettingsSection>
      <SettingsSection title={t('brand.logo')} text={t('brand.logoHelp')}>
        <div className="flex flex-wrap items-end gap-3">
          <ImageUpload label={t('brand.logoChange')} onUpload={upload}>
            <Mark size={64} logo={saved.logo_url} />
          </ImageUpload>
          {saved.logo_url && (
            <Button size="sm" kind="danger-quiet" busy={removeLogo.isPending} onClick={() => removeLogo.mutate()}>
              {t('brand.logoRemove')}
            </Button>
          )}
        </div>
      </SettingsSection>
      <SettingsSection title={t('brand.preview')}>
        <div
          style={accentStyle(color)}
          data-accent={color ? '' : undefined}
          className="flex max-w-80 flex-col gap-3 rounded-lg border border-line p-5"
        >
          <span className="flex items-center gap-2 font-semibold">
            <Mark size={28} logo={saved.logo_url} />
            {name.trim() || platformName}
          </span>
          <span aria-hidden className={buttonStyle('solid')}>
            {t('brand.previewButton')}
          </span>
        </div>
      </SettingsSection>
    </SettingsPage>
  )
}
