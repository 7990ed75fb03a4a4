import { ApiMethod, PLUGIN_LIMITS } from '@orrery/contract/shared/plugin-enums'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { changePlugin } from '../edit-version.ts'
import { methodNames } from '../method-name.ts'
import { refreshPlugin } from '../plugin.queries.ts'
import { isPath, isToolName } from '../tool-rules.ts'

interface NewToolDialogProps {
  pluginId: string
  isCode: boolean
  baseUrl: string
  onClose: () => void
  onCreated: (toolId: string) => void
}

export function NewToolDialog({ pluginId, isCode, baseUrl, onClose, onCreated }: NewToolDialogProps) {
  const t = useT('plugin')
  const [name, setName] = useState('')
  const [desc, setDesc] = useState('')
  const [path, setPath] = useState('')
  const [method, setMethod] = useState<keyof typeof ApiMethod>('GET')
  const create = useMutation({
    mutationFn: () =>
      changePlugin(pluginId, (edit_version) =>
        api.pluginTool.create({
          plugin_id: pluginId,
          name: name.trim(),
          desc: desc.trim(),
          ...(!isCode && { path: path.trim(), method: ApiMethod[method] }),
          edit_version,
        }),
      ),
    onSuccess: (made) => {
      void refreshPlugin(pluginId)
      onCreated(made.api_id)
    },
  })
  const isReady = isToolName(name) && (isCode || path === '' || isPath(path))
  return (
    <FormDialog
      size="md"
      title={t('newTool.title')}
      description={t(isCode ? 'newTool.code' : 'newTool.text')}
      isDirty={name !== '' || desc !== ''}
      isReady={isReady}
      call={create}
      action={t('newTool.action')}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Field
        label={t('tool.name')}
        required
        help={t('tool.name.rule')}
        error={name && !isToolName(name) ? t('tool.name.rule') : undefined}
      >
        <Input mono value={name} placeholder="tool_name" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t('tool.desc')} help={t('tool.desc.help')}>
        <Textarea
          value={desc}
          limit={PLUGIN_LIMITS.description}
          rows={2}
          onChange={(event) => setDesc(event.target.value)}
        />
      </Field>
      {!isCode && (
        <Field
          label={t('tool.path')}
          help={t('tool.path.help', { url: baseUrl })}
          error={path && !isPath(path) ? t('tool.path.rule') : undefined}
        >
          <div className="flex gap-2">
            <Select
              label={t('tool.method')}
              items={methodNames.map((value) => ({ value, label: value }))}
              value={method}
              onChange={setMethod}
              className="w-28"
            />
            <Input
              mono
              aria-label={t('tool.path')}
              value={path}
              placeholder={`/${name || 'search'}`}
              onChange={(event) => setPath(event.target.value)}
            />
          </div>
        </Field>
      )}
    </FormDialog>
  )
}
