import { FileUp, Globe, HardDrive, PenLine } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { RadioGroup } from '#ui/radio-group.tsx'
import { type SourceKind, sources } from './upload-state.ts'

const icons = { local: FileUp, web: Globe, account: HardDrive, custom: PenLine }

/** Selects the source of a text base. */
export function SourceStep({ value, onChange }: { value: SourceKind; onChange: (source: SourceKind) => void }) {
  const t = useT('knowledge')
  return (
    <>
      <h2 className="mb-3 font-semibold">{t('source.title')}</h2>
      <div className="bg-card">
        <RadioGroup
          label={t('source.title')}
          value={value}
          onChange={onChange}
          items={sources.map((source) => ({
            value: source,
            label: t(`source.${source}`),
            description: t(`source.${source}Text`),
            icon: icons[source],
          }))}
        />
      </div>
    </>
  )
}
