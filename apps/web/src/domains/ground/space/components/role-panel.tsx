import type { Space } from '@orrery/contract'
import { maySpace, spaceActions, SpaceRole, SpaceType } from '@orrery/contract/shared/policy'
import { Check, Minus } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { useRoleName } from '../use-role-name.ts'

const roles = [
  { id: 'owner', role: SpaceRole.owner, isTester: false },
  { id: 'admin', role: SpaceRole.admin, isTester: false },
  { id: 'member', role: SpaceRole.member, isTester: false },
  { id: 'tester', role: SpaceRole.member, isTester: true },
] as const

const countOf = (action: (typeof spaceActions)[number]) =>
  roles.filter(({ role, isTester }) => maySpace(role, SpaceType.team, action, isTester)).length
/** Actions allowed for the most roles come first. */
const actions = spaceActions.toSorted((a, b) => countOf(b) - countOf(a))

/** Generated from the policy that the server enforces, so that both always agree. */
export function RolePanel({ mine }: { mine: Pick<Space, 'space_role_type' | 'is_tester'> }) {
  const t = useT('space')
  const roleName = useRoleName()
  const isMine = ({ role, isTester }: (typeof roles)[number]) =>
    role === mine.space_role_type && isTester === mine.is_tester
  return (
    <section>
      <h2 className="font-semibold">{t('roles.title')}</h2>
      <p className="text-small text-mute">{t('roles.text')}</p>
      <table className="mt-3 w-full text-small">
        <thead>
          <tr className="border-b border-line text-mute">
            <th scope="col">
              <span className="sr-only">{t('roles.action')}</span>
            </th>
            {roles.map((one) => (
              <th
                key={one.id}
                scope="col"
                className={cn('h-8 w-13 text-center font-medium', isMine(one) && 'text-brand')}
              >
                {roleName(one.role, one.isTester)}
                {isMine(one) && <span className="sr-only">{` (${t('you')})`}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {actions.map((action) => (
            <tr key={action} className="border-b border-line">
              <th scope="row" className="h-8.5 py-1 pr-2 text-left font-normal">
                {t(`action.${action}`)}
              </th>
              {roles.map(({ id, role, isTester }) => (
                <td key={id} className="text-center">
                  <Sign yes={maySpace(role, SpaceType.team, action, isTester)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Sign({ yes }: { yes: boolean }) {
  const t = useT('space')
  return (
    <span className={cn('inline-flex align-middle', yes ? 'text-ok' : 'text-faint')}>
      <Icon of={yes ? Check : Minus} size={yes ? 16 : 14} />
      <span className="sr-only">{yes ? t('roles.yes') : t('roles.no')}</span>
    </span>
  )
}
