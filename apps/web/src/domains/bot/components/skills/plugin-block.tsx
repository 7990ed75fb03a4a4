import { ModelFunction } from '@orrery/contract/shared/model-support'
import { useT } from '../../../../lib/i18n.ts'
import { TypeTile } from '../../../../ui/type-tile.tsx'
import { useEditor, useGroup } from '../../draft-context.ts'
import { toPlugin } from '../../picked-entries.ts'
import { SkillBlock } from './skill-block.tsx'
import { SkillRow } from './skill-row.tsx'
import { usePicker } from '../pickers/use-picker.tsx'

export function PluginBlock() {
  const t = useT('bot')
  const { loaded } = useEditor()
  const [plugins, setPlugins] = useGroup('plugin_info_list')
  const details = loaded.bot_option_data.plugin_api_detail_map
  const picker = usePicker('plugin', new Set(plugins.map((plugin) => plugin.api_id)), (picked) =>
    setPlugins([...plugins, ...picked.map(toPlugin)]),
  )
  return (
    <>
      <SkillBlock
        tab="plugin"
        title={t('block.plugin')}
        hint={t('block.plugin.hint')}
        hasData={plugins.length > 0}
        count={plugins.length}
        needs={ModelFunction.plugin}
        onAdd={picker.open}
        addLabel={t('block.plugin.add')}
      >
        {plugins.map((plugin) => (
          <SkillRow
            key={plugin.api_id}
            tile={<TypeTile kind="plugin" size={26} />}
            name={details[plugin.api_id]?.name || plugin.api_name}
            note={details[plugin.api_id]?.description}
            mono
            onRemove={() => setPlugins(plugins.filter((one) => one.api_id !== plugin.api_id))}
          />
        ))}
      </SkillBlock>
      {picker.dialog}
    </>
  )
}
