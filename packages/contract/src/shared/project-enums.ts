/** Kinds on the develop page, by the numbers that clients use. */
export const IntelligenceType = { bot: 1, project: 2 } as const
export const IntelligenceStatus = {
  using: 1,
  deleted: 2,
  banned: 3,
  moveFailed: 4,
  copying: 5,
  copyFailed: 6,
} as const
export const ProjectHistoryType = { publish: 0, archive: 1 } as const
export const PublishRecordStatus = {
  packing: 0,
  packFailed: 1,
  auditing: 2,
  auditNotPass: 3,
  connectorPublishing: 4,
  publishDone: 5,
} as const
export const ConnectorPublishStatus = { default: 0, auditing: 1, success: 2, failed: 3, disable: 4 } as const
/** Background work on a project, as clients number it. */
export const ProjectTaskType = { copyProject: 5, archive: 10, rollback: 11, crossSpaceCopy: 13 } as const
export const ProjectTaskStatus = { success: 1, processing: 2, failed: 3, canceled: 4 } as const
export const FolderType = { app: 1, resource: 2 } as const
export const PROJECT_LIMITS = { name: 20, description: 500, version: 40, folderDepth: 5, folders: 1000 } as const
