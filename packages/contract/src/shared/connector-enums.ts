/** The origin of a channel, from the perspective of a space or an account. */
export const ConnectorType = { team: 1, public: 2, official: 3, installedPublic: 4 } as const
export type ConnectorType = (typeof ConnectorType)[keyof typeof ConnectorType]
/** Who can use a custom channel: its maker, or everyone on the instance. */
export const ConnectorPublicType = { private: 1, public: 2 } as const
export type ConnectorPublicType = (typeof ConnectorPublicType)[keyof typeof ConnectorPublicType]
/** The decision of a custom channel's maker about a version. */
export const AuditStatus = { waiting: 1, accepted: 2, rejected: 3 } as const
export type AuditStatus = (typeof AuditStatus)[keyof typeof AuditStatus]
/** Whether a platform accepts a domain of a mini program. */
export const DomainStatus = { waiting: 0, verified: 1, failed: 2 } as const
export type DomainStatus = (typeof DomainStatus)[keyof typeof DomainStatus]
