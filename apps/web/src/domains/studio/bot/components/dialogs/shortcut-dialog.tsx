import { ShortcutSend } from '@orrery/contract/shared/bot-enums'
import { SHORTCUT_LIMITS } from '@orrery/contract/shared/limits'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { LoadedDraft } from '../../bot.queries.ts'
import { useDraft, useEditor } from '../../draft/draft-context.ts'
import { saveShortcut, shortcutIconsQuery } from '../../shortcuts/shortcuts.queries.ts'
import { emptyShortcut, missingComponents, shortcutFault } from '../../shortcuts/shortcut-rules.ts'
import { noTool, toolChoices, toolValue } from '../../shortcuts/shortcut-tools.ts'
import { IconChoice } from './icon-choice.tsx'
import { ComponentList } from './shortcut-components.tsx'

export type Shortcut = LoadedDraft['bot_option_data']['shortcut_command_list'][number]

export function ShortcutDialog({ shortcut, onClose }: { shortcut?: Shortcut; onClose: () => void }) {
  const t = useT('bot')
  const editor = useEditor()
  const [value, setValue] = useState<Shortcut>(() => shortcut ?? emptyShortcut())
  const set = (change: Partial<Shortcut>) => setValue({ ...value, ...change })
  const icons = useQuery(shortcutIconsQuery)
  const info = useDraft((draft) => draft.info)
  const tools = toolChoices(info, editor.loaded.bot_option_data)
  const fault = shortcutFault(value)
  const missing = missingComponents(value)
  const save = useMutation({ mutationFn: () => saveShortcut(editor, value), onSuccess: onClose })
  return (
    <FormDialog
      size="md"
      title={shortcut ? t('shortcut.edit') : t('block.shortcut.add')}
      description={t('block.shortcut.hint')}
      isDirty
      isReady={fault === null}
      call={save}
      error={null}
      action={t('save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4">
        <Field label={t('shortcut.name')} required>
          <Input
            limit={SHORTCUT_LIMITS.name}
            value={value.command_name}
            placeholder={t('shortcut.name.placeholder')}
            onChange={(event) => set({ command_name: event.target.value })}
          />
        </Field>
        <Field label={t('shortcut.command')} error={fault === 'command' && t('shortcut.command.fault')}>
          <Input
            mono
            limit={SHORTCUT_LIMITS.command}
            value={value.shortcut_command}
            placeholder="/command"
            onChange={(event) => set({ shortcut_command: event.target.value })}
          />
        </Field>
      </div>
      <Field label={t('shortcut.icon')}>
        <IconChoice
          label={t('shortcut.icon')}
          icons={icons.data ?? []}
          value={value.shortcut_icon?.uri ?? ''}
          onChange={(icon) => set({ shortcut_icon: icon })}
        />
      </Field>
      <Field label={t('shortcut.description')}>
        <Input
          limit={SHORTCUT_LIMITS.description}
          value={value.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      <Field label={t('shortcut.tool')} help={t('shortcut.tool.help')}>
        <Select
          items={[
            { value: '', label: t('shortcut.tool.none') },
            ...tools.map(({ value, label }) => ({ value, label })),
          ]}
          value={toolValue(value)}
          onChange={(chosen) => set(tools.find((tool) => tool.value === chosen)?.fields ?? noTool)}
        />
      </Field>
      <ComponentList
        components={value.components_list}
        onChange={(components) =>
          set({
            components_list: components,
            send_type: components.length > 0 ? ShortcutSend.panel : ShortcutSend.query,
          })
        }
      />
      <Field
        label={t('shortcut.query')}
        required
        help={
          value.components_list.length > 0
            ? t('shortcut.query.fields', { sample: '{{city}}' })
            : t('shortcut.query.help')
        }
        error={missing.length > 0 && t('shortcut.query.unknown', { names: missing.join(', ') })}
      >
        <Textarea
          limit={SHORTCUT_LIMITS.query}
          value={value.template_query}
          placeholder={t('shortcut.query.placeholder', { sample: '{{city}}' })}
          onChange={(event) => set({ template_query: event.target.value })}
        />
      </Field>
      {save.error && <ErrorPanel error={save.error} title={readFieldError(save.error).text} />}
    </FormDialog>
  )
}
