import { ConnectorId } from '@orrery/contract/shared/bot-enums'
import { SHARE_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshPublish } from '../publish.queries.ts'
import { snippetOf } from '../widget-snippet.ts'
import type { ShareDialogProps } from './link-dialog.tsx'
import { WidgetSketch } from './widget-sketch.tsx'

const studioColor = '#5252d8'

/** How to embed the widget, which sites may use it, and its appearance. */
export function WidgetDialog({ resourceId, resourceName, link, isLive, onClose }: ShareDialogProps) {
  const t = useT('publish')
  const [origins, setOrigins] = useState(link.origins.join('\n'))
  const [look, setLook] = useState(link.look)
  const save = useMutation({
    mutationFn: () =>
      api.share.save({
        resource_id: resourceId,
        connector_id: ConnectorId.webSdk,
        origins: origins.split(/\s+/).filter(Boolean),
        look,
      }),
    onSuccess: async () => {
      await refreshPublish(resourceId)
      toast.ok(t('widget.saved'))
      onClose()
    },
  })
  const change = (part: Partial<typeof look>) => setLook({ ...look, ...part })
  return (
    <FormDialog
      size="md"
      title={t('widget.title')}
      description={t('widget.text')}
      isReady
      call={save}
      action={t('save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {!isLive && (
        <Banner tone="warn" inset>
          {t('link.notLive')}
        </Banner>
      )}
      <CodeBlock title={t('widget.code')} code={snippetOf(link.url, link.key, look)} wrap />
      <Field label={t('widget.sites')} help={t('widget.sites.help')}>
        <Textarea
          mono
          rows={2}
          spellCheck={false}
          value={origins}
          placeholder="https://"
          onChange={(event) => setOrigins(event.target.value)}
        />
      </Field>
      <Field label={t('widget.name')}>
        <Input
          limit={SHARE_LIMITS.title}
          maxLength={SHARE_LIMITS.title}
          value={look.title}
          placeholder={t('widget.name.placeholder')}
          onChange={(event) => change({ title: event.target.value })}
        />
      </Field>
      <div className="flex flex-wrap justify-between gap-4">
        <Field label={t('widget.color')}>
          <span className="flex items-center gap-2">
            <input
              type="color"
              aria-label={t('widget.color')}
              value={look.color || studioColor}
              onChange={(event) => change({ color: event.target.value })}
              className="h-8 w-10 cursor-pointer rounded-md border border-line bg-card p-0.5"
            />
            <code className="text-code text-mute">{look.color || studioColor}</code>
            {look.color && (
              <Button size="xs" kind="ghost" onClick={() => change({ color: '' })}>
                {t('widget.color.reset')}
              </Button>
            )}
          </span>
        </Field>
        <Field label={t('widget.side')}>
          <Segmented
            label={t('widget.side')}
            value={look.side}
            onChange={(side) => change({ side })}
            items={[
              { value: 'left', label: t('widget.left') },
              { value: 'right', label: t('widget.right') },
            ]}
          />
        </Field>
        <Field label={t('widget.theme')}>
          <Segmented
            label={t('widget.theme')}
            value={look.theme}
            onChange={(theme) => change({ theme })}
            items={[
              { value: 'system', label: t('widget.system') },
              { value: 'light', label: t('widget.light') },
              { value: 'dark', label: t('widget.dark') },
            ]}
          />
        </Field>
      </div>
      <WidgetSketch
        title={look.title || resourceName}
        color={look.color || studioColor}
        side={look.side}
        theme={look.theme}
      />
    </FormDialog>
  )
}
