import { TableMode } from '@orrery/contract/shared/bot-enums'
import { ModelFunction } from '@orrery/contract/shared/model-support'
import { useT } from '#lib/i18n.ts'
import { Select } from '#ui/select.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { useGroup } from '../../draft/draft-context.ts'
import { toTable } from '../../skills/picked-entries.ts'
import { SkillBlock } from './skill-block.tsx'
import { SkillRow } from './skill-row.tsx'
import { usePicker } from '../pickers/use-picker.tsx'

type Table = ReturnType<typeof useGroup<'database_list'>>[0][number]

export function DatabaseBlock() {
  const t = useT('bot')
  const [tables, setTables] = useGroup('database_list')
  const picker = usePicker('database', new Set(tables.map((table) => table.table_id)), (picked) =>
    setTables([...tables, ...picked.map(toTable)]),
  )
  const modes = [
    { value: String(TableMode.singleUser), label: t('database.singleUser') },
    { value: String(TableMode.readOnly), label: t('database.readOnly') },
    { value: String(TableMode.multiUser), label: t('database.multiUser') },
  ]
  const setMode = (table: Table, mode: string) =>
    setTables(tables.map((item) => (item === table ? { ...item, rw_mode: Number(mode) as Table['rw_mode'] } : item)))
  return (
    <>
      <SkillBlock
        tab="database"
        title={t('block.database')}
        hint={t('block.database.hint')}
        hasData={tables.length > 0}
        count={tables.length}
        needs={ModelFunction.database}
        onAdd={picker.open}
        addLabel={t('block.database.add')}
      >
        {tables.map((table) => (
          <SkillRow
            key={table.table_id}
            tile={<TypeTile kind="database" size={26} />}
            name={table.table_name}
            mono
            note={table.table_desc}
            tools={
              <Select
                size="sm"
                label={t('database.mode')}
                items={modes}
                value={String(table.rw_mode)}
                onChange={(mode) => setMode(table, mode)}
                className="w-28 shrink-0"
              />
            }
            onRemove={() => setTables(tables.filter((item) => item !== table))}
          />
        ))}
      </SkillBlock>
      {picker.dialog}
    </>
  )
}
