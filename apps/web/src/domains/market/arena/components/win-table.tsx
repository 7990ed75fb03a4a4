import { useT } from '#lib/i18n.ts'
import type { BoardPart } from '../arena.queries.ts'

/** How often the model of the row beat that of the column, in percent of their battles; a tie is half a win. */
export function WinTable({ part, nameOf }: { part: BoardPart; nameOf: (modelId: string) => string }) {
  const t = useT('arena')
  const share = (row: number, column: number) => {
    const won = part.wins[row]![column]!
    const met = won + part.wins[column]![row]!
    return met === 0 ? undefined : Math.round((100 * won) / met)
  }
  return (
    <div tabIndex={0} role="group" aria-label={t('wins.title')} className="focus-inset overflow-x-auto">
      <table className="text-small tabular-nums">
        <thead>
          <tr>
            <th scope="col" className="px-2 py-1 text-left font-medium text-mute">
              {t('wins.corner')}
            </th>
            {part.standings.map(({ model_id: id }) => (
              <th key={id} scope="col" className="max-w-28 truncate px-2 py-1 text-left font-medium" title={nameOf(id)}>
                {nameOf(id)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {part.standings.map(({ model_id: id }, row) => (
            <tr key={id}>
              <th scope="row" className="max-w-40 truncate px-2 py-1 text-left font-medium" title={nameOf(id)}>
                {nameOf(id)}
              </th>
              {part.standings.map(({ model_id: other }, column) => (
                <td key={other} className="px-2 py-1 text-mute">
                  {row === column ? '' : (share(row, column) ?? '–')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
