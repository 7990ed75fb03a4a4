import { randomBytes } from 'node:crypto'
import { type AccountRow, AccountStatus } from './channel.table.ts'

type Given = Pick<AccountRow, 'id' | 'resourceId' | 'connectorId' | 'config' | 'mode' | 'settings' | 'createdBy'>

/** A new account that has not been tested yet. Its address cannot be guessed. */
export const newAccount = ({ now, ...given }: Given & { now: number }): AccountRow => ({
  ...given,
  pathKey: randomBytes(24).toString('base64url'),
  status: AccountStatus.untested,
  reason: '',
  reasonZh: '',
  profile: {},
  cursor: '',
  isPaused: false,
  refusals: 0,
  leaseUntil: 0,
  fence: 0,
  createdAt: now,
  updatedAt: now,
})
