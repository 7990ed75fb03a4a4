import { formatCount, formatPercent } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import type { UseShare } from '../model-use.queries.ts'

interface UseSharesProps {
  title: string
  shares: readonly UseShare[]
  /** The label of an entry that has no name, or whose resource was deleted. */
  fallbackName: (share: UseShare) => string
}
const tokensOf = (share: UseShare) => share.tokens_in + share.tokens_out

/** The shares of usage, largest first: by cost, or by tokens if nothing has a cost. */
export function UseShares({ title, shares, fallbackName }: UseSharesProps) {
  const t = useT('usage')
  const isFree = shares.every((share) => share.cost === 0)
  const amountOf = isFree ? tokensOf : (share: UseShare) => share.cost
  const all = shares.reduce((sum, share) => sum + amountOf(share), 0)
  return (
    <section aria-label={title} className="overflow-hidden rounded-lg border border-line bg-card">
      <h2 className="px-4 pt-4 pb-2 font-semibold">{title}</h2>
      <table className="w-full table-fixed">
        <thead className="text-small text-mute">
          <tr>
            <th scope="col" className="py-1.5 pr-2 pl-4 text-left font-medium">
              {t('share.name')}
            </th>
            <th scope="col" className="w-14 px-2 py-1.5 text-right font-medium">
              {t('share.calls')}
            </th>
            <th scope="col" className="w-18 px-2 py-1.5 text-right font-medium">
              {t('share.tokens')}
            </th>
            <th scope="col" className="w-28 py-1.5 pr-4 pl-2 text-right font-medium">
              {t('share.cost')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shares.map((share) => {
            const part = all > 0 ? amountOf(share) / all : 0
            return (
              <tr key={share.id} className="border-t border-line tabular-nums">
                <th scope="row" className="py-2 pr-2 pl-4 text-left font-normal">
                  <span className="block truncate font-medium">{share.name || fallbackName(share)}</span>
                  <span aria-hidden className="mt-1 block h-1 rounded-full bg-hover">
                    <span
                      className="block h-full rounded-full bg-brand-solid"
                      style={{ width: `${Math.max(1, part * 100)}%` }}
                    />
                  </span>
                </th>
                <td className="px-2 text-right">{formatCount(share.calls)}</td>
                <td className="px-2 text-right">{formatCount(tokensOf(share))}</td>
                <td className="pr-4 pl-2 text-right">
                  {formatMoney(share.cost)} <span className="text-mute">{formatPercent(part)}</span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
