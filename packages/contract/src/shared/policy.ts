import { isCollaborative, type ResourceKind } from './resource-kinds.ts'

/**
 * Who may do what, as pure tables: the server enforces them, and the web app hides what is not allowed. There are two
 * families of rights. Space rights follow from the role in a space. Resource rights are the union of the rights from
 * the space role, the ownership, and the collaboration on that resource.
 */
export const SpaceRole = { default: 0, owner: 1, admin: 2, member: 3 } as const
export type SpaceRole = (typeof SpaceRole)[keyof typeof SpaceRole]

export const SpaceType = { personal: 1, team: 2 } as const
export type SpaceType = (typeof SpaceType)[keyof typeof SpaceType]

const spaceTable = {
  view: [SpaceRole.owner, SpaceRole.admin, SpaceRole.member],
  createResource: [SpaceRole.owner, SpaceRole.admin, SpaceRole.member],
  exit: [SpaceRole.owner, SpaceRole.admin, SpaceRole.member],
  addMember: [SpaceRole.owner, SpaceRole.admin],
  removeMember: [SpaceRole.owner, SpaceRole.admin],
  updateMember: [SpaceRole.owner, SpaceRole.admin],
  manageModels: [SpaceRole.owner, SpaceRole.admin],
  manageConnectors: [SpaceRole.owner, SpaceRole.admin],
  /** Approve releases of others, and decide whether releases need approval. */
  approveReleases: [SpaceRole.owner, SpaceRole.admin],
  update: [SpaceRole.owner],
  delete: [SpaceRole.owner],
  transfer: [SpaceRole.owner],
  api: [SpaceRole.owner],
  audit: [SpaceRole.owner],
  /** See the traces of everyone, and set how long they are kept. */
  observe: [SpaceRole.owner, SpaceRole.admin],
} as const satisfies Record<string, readonly SpaceRole[]>
export type SpaceAction = keyof typeof spaceTable
export const spaceActions = Object.keys(spaceTable) as SpaceAction[]

/** Testers view and try; they cannot change anything, not even resources that they created earlier. */
const testerSpaceRights: readonly SpaceAction[] = ['view', 'exit']
const testerRights: readonly ResourceAction[] = ['view', 'testRunPlugin', 'testRunWorkflow']

/** In a personal space, whose only member is its owner, everything is allowed. */
export function maySpace(role: SpaceRole, type: SpaceType, action: SpaceAction, isTester = false): boolean {
  if (type === SpaceType.personal) return role === SpaceRole.owner
  if (isTester && !testerSpaceRights.includes(action)) return false
  return (spaceTable[action] as readonly SpaceRole[]).includes(role)
}

export const resourceActions = [
  'view',
  'editInfo',
  'delete',
  'publish',
  'createResource',
  'copyResource',
  'copy',
  'testRunPlugin',
  'testRunWorkflow',
  'addCollaborator',
  'deleteCollaborator',
  'rollback',
  /** See usage and activity: figures, logs, traces, settings of its channels. */
  'observe',
] as const
export type ResourceAction = (typeof resourceActions)[number]

/** Objects inside a resource that have their own ids: access to them requires the rights on that resource. */
export const partKinds = [
  'run',
  'conversation',
  'message',
  'document',
  'slice',
  'tool',
  'trigger',
  'workflowJob',
  'mockSet',
  'trace',
  'datasetVersion',
  'datasetJob',
  'datasetDedup',
  'promptRelease',
  'promptReleaseTask',
  'promptOptimiseTask',
  'interfaceSandbox',
] as const
export type PartKind = (typeof partKinds)[number]

const ownerRights: readonly ResourceAction[] = resourceActions
/** Roles of collaborators on a bot, workflow or project of another owner. A person can have several. */
export const collaboratorRoles = ['BotEditor', 'BotDeveloper', 'BotOperator'] as const
export type CollaboratorRole = (typeof collaboratorRoles)[number]
/** Every collaborator has the role `Reader` while collaboration is closed. */
export type StandingRole = CollaboratorRole | 'Reader'

const readerRights: readonly ResourceAction[] = ['view', 'copy', 'testRunPlugin', 'testRunWorkflow', 'observe']
const editorRights: readonly ResourceAction[] = [
  ...readerRights,
  'editInfo',
  'createResource',
  'copyResource',
  'addCollaborator',
]
/** Collaborators who can edit cannot publish, and those who can publish cannot edit. */
const roleRights: Record<StandingRole, readonly ResourceAction[]> = {
  Reader: readerRights,
  BotEditor: editorRights,
  BotDeveloper: [...editorRights, 'rollback'],
  BotOperator: [...readerRights, 'publish'],
}
/** People can only give roles whose rights they all have themselves. */
export const mayGiveRole = (may: (action: ResourceAction) => boolean, role: CollaboratorRole): boolean =>
  roleRights[role].every(may)

/** What any member of a team space may do with another member's bot, workflow or project. */
const onlookerRights: readonly ResourceAction[] = ['view', 'copy', 'testRunWorkflow']
/** What any member of a team space may do with another member's shared resource. */
const coworkerRights: readonly ResourceAction[] = resourceActions.filter((action) => action !== 'delete')

/** A user's relation to a resource. */
export interface Standing {
  spaceType: SpaceType
  spaceRole: SpaceRole
  isOwner: boolean
  roles: readonly StandingRole[]
  isTester?: boolean | undefined
  /** Not a member of the space: has only the rights of a collaborator. */
  isGuest?: boolean | undefined
}

function rightsFromSpace(kind: ResourceKind, role: SpaceRole): readonly ResourceAction[] {
  if (role === SpaceRole.default) return []
  if (isCollaborative(kind)) return onlookerRights
  return role === SpaceRole.member ? coworkerRights : ownerRights
}

export function mayResource(kind: ResourceKind, standing: Standing, action: ResourceAction): boolean {
  // Guests cannot see the directory, so only people of the space may add collaborators.
  if (standing.isGuest)
    return action !== 'addCollaborator' && standing.roles.some((role) => roleRights[role].includes(action))
  if (standing.spaceType === SpaceType.personal) return standing.spaceRole === SpaceRole.owner
  // Former members lose access to everything in the space, including what they created.
  if (standing.spaceRole === SpaceRole.default) return false
  if (standing.isTester && !testerRights.includes(action)) return false
  return (
    (standing.isOwner && ownerRights.includes(action)) ||
    standing.roles.some((role) => roleRights[role].includes(action)) ||
    rightsFromSpace(kind, standing.spaceRole).includes(action)
  )
}

/** The role of a person in an enterprise. */
export const enterpriseRoles = ['SuperAdmin', 'Admin', 'Member', 'Guest'] as const
export type EnterpriseRole = (typeof enterpriseRoles)[number]
export type PeopleType = 'EnterpriseMember' | 'EnterpriseGuest'

const everyone = enterpriseRoles
const members = ['SuperAdmin', 'Admin', 'Member'] as const
const admins = ['SuperAdmin', 'Admin'] as const
const superAdmins = ['SuperAdmin'] as const
/** Enterprise admins list, move and close spaces; to see the contents of a space they need a role in it. */
const enterpriseTable = {
  view: everyone,
  leave: everyone,
  directory: members,
  createSpace: members,
  managePeople: admins,
  manageSpaces: admins,
  manageApps: admins,
  audit: admins,
  /** Name, logo, domains, sign-in, provisioning, security. */
  configure: superAdmins,
  /** Assign admin roles, and close the enterprise. */
  own: superAdmins,
} as const satisfies Record<string, readonly EnterpriseRole[]>
export type EnterpriseAction = keyof typeof enterpriseTable
export const enterpriseActions = Object.keys(enterpriseTable) as EnterpriseAction[]

export const mayEnterprise = (roles: readonly EnterpriseRole[], action: EnterpriseAction): boolean =>
  roles.some((role) => (enterpriseTable[action] as readonly EnterpriseRole[]).includes(role))

/** What is still allowed while an enterprise is being closed. */
const whileClosing: readonly EnterpriseAction[] = ['view', 'leave', 'directory', 'audit', 'own']
export const isOpenWhileClosing = (action: EnterpriseAction): boolean => whileClosing.includes(action)
