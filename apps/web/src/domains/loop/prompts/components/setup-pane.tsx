import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Switch } from '#ui/switch.tsx'
import { ModelSelect } from '#domains/chat/model/index.ts'
import type { ModelSettings } from '../detail.ts'
import type { DraftStore } from '../draft-store.ts'
import { McpList } from './mcp-list.tsx'
import { ToolList } from './tool-list.tsx'
import { VariableList } from './variable-list.tsx'

/** Variables, tools and the model of a prompt. */
export function SetupPane({ store, spaceId, mayEdit }: { store: DraftStore; spaceId: string; mayEdit: boolean }) {
  const t = useT('prompts')
  const model = store.use((now) => now.detail.model)
  const set = (change: Partial<ModelSettings>) => store.edit({ model: { ...model, ...change } })
  return (
    <div className="flex min-w-0 flex-col gap-6 p-5">
      <section aria-label={t('model.title')} className="flex flex-col gap-3">
        {/* The same height as the rows of buttons beside it. */}
        <h2 className="flex h-8 items-center font-semibold">{t('model.title')}</h2>
        <ModelSelect
          spaceId={spaceId}
          label={t('model.title')}
          disabled={!mayEdit}
          value={model.id ?? ''}
          onChange={(next) => set({ id: String(next.model_type), name: next.name })}
        />
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('model.temperature')}>
            <NumberInput
              value={model.temperature ?? null}
              min={0}
              max={2}
              step={0.1}
              disabled={!mayEdit}
              onChange={(value) => set({ temperature: value ?? undefined })}
            />
          </Field>
          <Field label={t('model.maxTokens')}>
            <NumberInput
              value={model.max_tokens ?? null}
              min={1}
              max={1_000_000}
              disabled={!mayEdit}
              onChange={(value) => set({ max_tokens: value ?? undefined })}
            />
          </Field>
        </div>
        <Switch checked={model.json_mode ?? false} disabled={!mayEdit} onChange={(json_mode) => set({ json_mode })}>
          {t('model.json')}
        </Switch>
      </section>
      <VariableList store={store} mayEdit={mayEdit} />
      <ToolList store={store} spaceId={spaceId} mayEdit={mayEdit} />
      <McpList store={store} spaceId={spaceId} mayEdit={mayEdit} />
    </div>
  )
}
