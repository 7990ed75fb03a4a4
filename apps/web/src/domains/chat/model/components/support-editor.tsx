import { type FunctionSupport, ModelFunction, SupportLevel } from '@orrery/contract/shared/model-support'
import { useT } from '#lib/i18n.ts'
import { Segmented } from '#ui/segmented.tsx'

interface SupportEditorProps {
  support: FunctionSupport
  onChange: (support: FunctionSupport) => void
}

const functions = Object.keys(ModelFunction) as (keyof typeof ModelFunction)[]

/** How well the model supports features of bots. */
export function SupportEditor({ support, onChange }: SupportEditorProps) {
  const t = useT('model')
  return (
    <div>
      <p className="mb-3 text-mute">{t('support.text')}</p>
      <ul className="flex flex-col gap-1.5">
        {functions.map((name) => {
          const key = ModelFunction[name]
          return (
            <li key={name} className="flex items-center gap-3">
              <span className="min-w-0 flex-1 truncate">{t(`function.${name}`)}</span>
              <Segmented
                size="sm"
                label={t(`function.${name}`)}
                items={[
                  { value: String(SupportLevel.full), label: t('support.full') },
                  { value: String(SupportLevel.poor), label: t('support.poor') },
                  { value: String(SupportLevel.none), label: t('support.none') },
                ]}
                value={String(support[key] ?? SupportLevel.full)}
                onChange={(level) => onChange({ ...support, [key]: Number(level) as SupportLevel })}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
