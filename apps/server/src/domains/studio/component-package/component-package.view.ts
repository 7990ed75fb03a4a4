import type { PackageInfo } from '@orrery/contract'
import { secondsText } from '#kit/http/wire-values.ts'
import type { PackageRow } from './component-package.table.ts'

const noIcon = { iconUri: '', iconUrl: '' }
export const toMeta = (
  row: Pick<PackageRow, 'id'>,
  { name, title, description }: PackageRow['components'][number],
) => ({
  id: `${row.id}/${name}`,
  name,
  title,
  description,
  ...noIcon,
})
export const toInfo = (row: PackageRow, isLatest: boolean, frame: string): PackageInfo => ({
  id: row.id,
  metaInfo: {
    name: row.name,
    title: row.title,
    description: row.description,
    contains: row.components.map((component) => toMeta(row, component)),
    ...noIcon,
  },
  pkgName: row.name,
  version: row.version,
  uid: row.createdBy,
  spaceIds: [row.spaceId],
  updateTime: secondsText(row.createdAt),
  isLatest,
  channel: row.channel,
  registryComponentId: row.id,
  cdnHost: frame,
})
