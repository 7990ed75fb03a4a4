import type { contract, ShownLabelValue } from '@orrery/contract'
import { LABEL_LIMITS } from '@orrery/contract/shared/label-enums'
import type { Handlers } from '#kit/http/context.ts'
import type { LabelChangeLog, LabelRow, LabelValue, LabelVersionRow } from './label.table.ts'
import type { LabelService } from './label.service.ts'

const shownValues = (keyId: string, values: LabelValue[], parent = ''): ShownLabelValue[] =>
  values.map(({ id, name, description, status, children }) => ({
    tagKeyID: keyId,
    tagValueID: id,
    tagValueName: name,
    description,
    status,
    parentValueID: parent,
    children: shownValues(keyId, children, id),
  }))
const shownChange = ({ target, operation, before, after, value }: LabelChangeLog) => ({
  target,
  operation,
  beforValue: before,
  afterValue: after,
  targetValue: value,
})
function shown(key: LabelRow, at: LabelRow | LabelVersionRow, changes: LabelChangeLog[]) {
  return {
    ID: at.id,
    spaceID: key.spaceId,
    versionNum: at.vn,
    version: at.version,
    tagKeyID: key.id,
    tagKeyName: at.name,
    description: at.description,
    status: at.status,
    tagType: at.type,
    tagValues: shownValues(key.id, at.tree),
    changeLogs: changes.map(shownChange),
    createdBy: key.createdBy,
    createdAt: String(key.createdAt),
    updatedBy: 'editedBy' in at ? at.editedBy : at.createdBy,
    updatedAt: String('updatedAt' in at ? at.updatedAt : at.createdAt),
  }
}

export function labelRoutes({ labels }: { labels: LabelService }): Handlers<typeof contract.label> {
  return {
    create: async ({ spaceID, tagKeyName, tagType, version, description, tagValues }, ctx) => {
      const given = { name: tagKeyName, type: tagType, version, description, values: tagValues }
      return { tagKeyID: await labels.create(spaceID, ctx.userId, given) }
    },
    update: async ({ spaceID, tagKeyID, version, tagKeyName, description, tagType, tagValues }, ctx) => {
      const changes = { version, name: tagKeyName, description, type: tagType, values: tagValues }
      await labels.update(spaceID, ctx.userId, tagKeyID, changes)
      return {}
    },
    get: async ({ spaceID, tagKeyID }) => {
      const { row, versions } = await labels.get(spaceID, tagKeyID)
      return { tags: versions.map((version) => shown(row, version, version.changes)) }
    },
    spec: async () => ({
      maxHeight: LABEL_LIMITS.height,
      maxWidth: LABEL_LIMITS.width,
      maxTotal: LABEL_LIMITS.total,
    }),
    search: async ({ spaceID, status, tagKeyNameLike, createdBys, page, pageSize }) => {
      const by = { spaceId: spaceID, name: tagKeyNameLike, statuses: status, makers: createdBys }
      const { rows, total } = await labels.search(by, page, pageSize)
      return { tags: rows.map((row) => shown(row, row, [])), total: String(total) }
    },
    setStatus: async ({ spaceID, tagKeyIDs, status }, ctx) => ({
      errInfo: await labels.setStatus(spaceID, ctx.userId, tagKeyIDs, status, ctx.locale),
    }),
    archive: async ({ spaceID, tagKeyID, name, description }, ctx) => {
      await labels.archive(spaceID, ctx.userId, tagKeyID, name, description)
      return {}
    },
  }
}
