import { useDataTypeName } from '#lib/data-types.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/tag.tsx'
import { typeText } from './param-type.ts'
import type { Undeclared } from './value-nodes.ts'

/** A field of the response that is not declared, so the model would not see it. */
export function UndeclaredRow({
  one: item,
  isReadOnly,
  onDeclare,
}: {
  one: Undeclared
  isReadOnly: boolean
  onDeclare: () => void
}) {
  const t = useT('plugin')
  const typeName = useDataTypeName()
  return (
    <tr className="h-9 bg-ok-soft [&_td]:border-b [&_td]:border-line">
      <td className="truncate pl-5 font-mono text-code" style={{ paddingLeft: 21 + item.path.split('.').length * 20 }}>
        {item.path.split('.').at(-1)} <span className="ml-2 font-sans text-small text-ok">{t('params.new')}</span>
      </td>
      <td className="px-2">
        <Tag mono>{typeName(typeText(item.node))}</Tag>
      </td>
      <td className="truncate px-2 text-small text-mute">{t('params.undeclared')}</td>
      <td className="pr-5 text-right">
        {!isReadOnly && (
          <Button size="xs" aria-label={t('params.declareName', { name: item.path })} onClick={onDeclare}>
            {t('params.declare')}
          </Button>
        )}
      </td>
    </tr>
  )
}
